const line_bytes_max = 75

/** The text as it stands in a value of type TEXT (RFC 5545 §3.3.11). */
const escapeText = (text: string): string =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll(";", "\\;")
    .replaceAll(",", "\\,")
    .replaceAll(/\r\n|\r|\n/g, "\\n")
    .replaceAll(/[^\P{Cc}\t]/gu, " ")

/** How many bytes a character is in UTF-8. */
const bytesOf = (char: string): number => {
  const code = char.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
}

/** The line in pieces of at most 75 bytes, those after the first behind a space, with no character cut (RFC 5545 §3.1). */
const fold = (line: string): string => {
  const pieces: Array<string> = []
  let piece = ""
  let bytes = 0
  for (const char of line) {
    const char_bytes = bytesOf(char)
    if (bytes + char_bytes > line_bytes_max) {
      pieces.push(piece)
      piece = " "
      bytes = 1
    }
    piece += char
    bytes += char_bytes
  }
  return [...pieces, piece].join("\r\n")
}

/**
 * A content line whose value is of a type without escapes: an instant, a number, a URI, a word. Line ends in it become spaces. `name` is the
 * property, with its parameters.
 *
 * @example
 * calendarLine("DTSTART", "20221015T150000Z") // "DTSTART:20221015T150000Z\r\n"
 */
export const calendarLine = (name: string, value: string): string => `${fold(`${name}:${value.replaceAll(/[\r\n]+/g, " ")}`)}\r\n`

/**
 * A content line of text, or of a list of texts.
 *
 * @example
 * calendarText("CATEGORIES", ["jazz, blues", "plein air"]) // "CATEGORIES:jazz\\, blues,plein air\r\n"
 */
export const calendarText = (name: string, ...texts: ReadonlyArray<string>): string =>
  `${fold(`${name}:${texts.map(escapeText).join(",")}`)}\r\n`
