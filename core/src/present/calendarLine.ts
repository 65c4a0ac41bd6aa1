const line_bytes_max = 75

/** Escapes a TEXT value (RFC 5545 §3.3.11). */
const escapeText = (text: string): string =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll(";", "\\;")
    .replaceAll(",", "\\,")
    .replaceAll(/\r\n|\r|\n/g, "\\n")
    .replaceAll(/[^\P{Cc}\t]/gu, " ")

/** Number of UTF-16 units from index `from` that fit into `bytes_max` UTF-8 bytes, without splitting a character. */
const charsWithin = (line: string, from: number, bytes_max: number): number => {
  let index = from
  let bytes = 0
  while (index < line.length) {
    const code = line.codePointAt(index) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
    if (bytes > bytes_max) break
    index += code < 0x1_0000 ? 1 : 2
  }
  return index - from
}

/**
 * Folds a line into parts of at most 75 bytes; continuation lines start with a space and no character is split (RFC
 * 5545 §3.1).
 */
const fold = (line: string): string => {
  let end = charsWithin(line, 0, line_bytes_max)
  let folded = line.slice(0, end)
  while (end < line.length) {
    const chars = charsWithin(line, end, line_bytes_max - 1)
    folded += `\r\n ${line.slice(end, end + chars)}`
    end += chars
  }
  return folded
}

/**
 * A content line for a value type without escapes: date-time, number, URI or token. Line breaks become spaces. `name`
 * is the property with its parameters.
 *
 * @example
 * calendarLine("DTSTART", "20221015T150000Z") // "DTSTART:20221015T150000Z\r\n"
 */
export const calendarLine = (name: string, value: string): string => `${fold(`${name}:${value.replaceAll(/[\r\n]+/g, " ")}`)}\r\n`

/**
 * A content line of one TEXT value or a list of TEXT values.
 *
 * @example
 * calendarText("CATEGORIES", ["jazz, blues", "plein air"]) // "CATEGORIES:jazz\\, blues,plein air\r\n"
 */
export const calendarText = (name: string, ...texts: ReadonlyArray<string>): string =>
  `${fold(`${name}:${texts.map(escapeText).join(",")}`)}\r\n`
