import { formatInstant } from "../../derive/dates/formatInstant.js"
import type { PublishedEvent } from "../../domain/publication/PublishedEvent.js"
import type { Cell, CellMoment, EventColumn } from "./eventTable.js"

/** Characters that make spreadsheets read a field as a formula, also in their full-width forms. */
const operators = "=+\\-@＝＋－＠"

/**
 * The places of a text where a field may begin that is a formula. Spreadsheets that separate fields by `;` or tabs read
 * a quoted field of RFC 4180 as several. Before the operator they skip white space and quotes.
 */
const formulaStarts = new RegExp(
  `^(?=[\\s"]*[${operators}]|[\\t\\r\\n])|(?<=[;\\t\\r\\n])(?=(?:(?![\\t\\r\\n])[\\s"])*[${operators}])`,
  "g"
)

/**
 * A text as spreadsheets show it and never run it: with an apostrophe before each place where a formula could begin.
 * Numbers are written as they are.
 *
 * @example
 * withoutFormula("=HYPERLINK(A1)") // "'=HYPERLINK(A1)"
 * withoutFormula("Jazz;=A1") // "Jazz;'=A1"
 * withoutFormula("Jazz") // "Jazz"
 */
export const withoutFormula = (text: string): string => text.replace(formulaStarts, "'")

/** A field, in quotes if it contains a comma, a quote or a line end, or begins or ends with a space (RFC 4180 §2). */
const quoted = (text: string): string => /[",\r\n]|^ | $/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** Local date and time, which spreadsheets read as such; they read no offsets. */
const localTime = ({ instant, timezone }: CellMoment): string =>
  formatInstant(instant, timezone).slice(0, -"+00:00".length).replace("T", " ")

const fieldOf = (cell: Cell): string => {
  if (cell === null) return ""
  if (typeof cell === "string") return quoted(withoutFormula(cell))
  return typeof cell === "object" ? localTime(cell) : String(cell)
}

/**
 * A record of CSV with its line end (RFC 4180).
 *
 * @example
 * csvRecord(["a, b", 1, null]) // "\"a, b\",1,\r\n"
 */
export const csvRecord = (cells: ReadonlyArray<Cell>): string => `${cells.map(fieldOf).join(",")}\r\n`

/** The byte order mark, by which spreadsheets recognize UTF-8. */
const byteOrderMark = "\uFEFF"

/** Parts of a table of events in CSV, for streaming: the header, and the record of an event. */
export const csvPieces = {
  first: (columns: ReadonlyArray<EventColumn>): string => `${byteOrderMark}${csvRecord(columns.map(({ path }) => path.join(".")))}`,
  event: (columns: ReadonlyArray<EventColumn>, published: PublishedEvent): string => csvRecord(columns.map(({ cell }) => cell(published)))
} as const
