const manyMarks = /[^\P{M}\u034f]{30}(?=[^\P{M}\u034f])/gu

/**
 * A text in stream-safe format (UAX #15): a combining grapheme joiner (U+034F) follows every 30 combining marks in a
 * row. Normalization sorts marks, which takes quadratic time in longer runs. Idempotent.
 */
export const streamSafe = (text: string): string => text.replace(manyMarks, "$&\u034f")

/**
 * Characters that cleaning never changes: ASCII, precomposed Latin letters and common punctuation. Lets most texts skip
 * the slow path.
 */
const cleanPattern = /^[\t\n -~\u00a0-\u02ff\u2010-\u2027\u20ac]*$/

/**
 * Normalizes a text for storage (wire.md §2): NFC, line ends as `\n`, other control characters except tab as a space,
 * lone surrogates as U+FFFD, long runs of combining marks in stream-safe format (`streamSafe`). Does not trim.
 * Idempotent.
 */
export const cleanText = (text: string): string =>
  cleanPattern.test(text) ? text : streamSafe(
    text
      .replace(/\p{Cs}/gu, "\uFFFD")
      .replace(/\r\n/g, "\n")
      .replace(/(?![\t\n])\p{Cc}/gu, " ")
  ).normalize("NFC")

/**
 * Cleans a text of one line: as `cleanText`, trimmed, with each run of white space as one space.
 *
 * @example
 * cleanLine(" Ada\n Lovelace\u0000") // "Ada Lovelace"
 */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ").trim()

/**
 * White space, characters that are not shown (Unicode: Default_Ignorable_Code_Point, Cc, Cf), marks without a letter to
 * combine with, and characters that are shown as nothing: the blank Braille pattern, the null notehead, and the place
 * of an object.
 */
const blank = /^[\s\p{Z}\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufffc]*$/u

/**
 * Whether a text shows nothing: such a text counts as missing where a text is required.
 *
 * @example
 * isBlankText("\u200b \u3164") // true
 */
export const isBlankText = (text: string): boolean => blank.test(text)

/**
 * The length of a text in code points, which all limits on characters use (wire.md §2).
 *
 * @example
 * countChars("né 🎉") // 4
 */
export const countChars = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
