const line_bytes_max = 75

/** The text as it stands in a value of type TEXT (RFC 5545 §3.3.11). */
const escapeText = (text: string): string =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll(";", "\\;")
    .replaceAll(",", "\\,")
    .replaceAll(/\r\n|\r|\n/g, "\\n")
    .replaceAll(/[^\P{Cc}\t]/gu, " ")

/** How many characters from a place on are no more than so many bytes together, none of them cut. */
const charsWithin = (line: string, from: number, bytes_max: number): number => {
  let place = from
  let bytes = 0
  while (place < line.length) {
    const code = line.codePointAt(place) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4
    if (bytes > bytes_max) break
    place += code < 0x1_0000 ? 1 : 2
  }
  return place - from
}

/** The line in pieces of at most 75 bytes, those after the first behind a space, with no character cut (RFC 5545 §3.1). */
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
