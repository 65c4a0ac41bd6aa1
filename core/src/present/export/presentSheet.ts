import { formatInstant } from "../../derive/dates/formatInstant.js"
import type { PublishedEvent } from "../../domain/publication/PublishedEvent.js"
import { xmlText } from "../../domain/text/markupText.js"
import { localTimeAt } from "../../domain/time/zoneOffset.js"
import type { Cell, CellMoment, EventColumn } from "./eventTable.js"

/** A value of a worksheet; a moment is the number of days by which spreadsheets count. */
export type SheetCell = string | number | boolean | null

/** Maximum length of a text in a worksheet, in UTF-16 units. */
const cell_chars_max = 32_767

const day_ms = 86_400_000

/** The number of 1 January 1970 in worksheets, whose days count from the end of 1899. */
const epochDay = 25_569

/** The number of 1 March 1900. Spreadsheets disagree about earlier days. */
const days_min = 61

/** The local time as a number of days; as text when it is too early for one. */
const daysOf = ({ instant, timezone }: CellMoment): SheetCell => {
  const days = localTimeAt(instant, timezone) / day_ms + epochDay
  return days < days_min ? formatInstant(instant, timezone) : days
}

/** A text without a surrogate that has lost its other half at the end. */
const cut = (text: string): string => text.length <= cell_chars_max ? text : text.slice(0, cell_chars_max).replace(/[\uD800-\uDBFF]$/, "")

/** A text without escape sequences of worksheets, such as `_x0041_` for `A` (ISO/IEC 29500-1, ST_Xstring). */
const escaped = (text: string): string => text.replaceAll(/_(?=x[\da-f]{4}_)/gi, "_x005F_")

/**
 * A cell as a worksheet has it: texts are texts whatever they begin with, and cut at 32 767 characters.
 *
 * @example
 * sheetCell({ instant: 1_893_517_200_000, timezone: "Europe/Paris" }) // 47484.75
 */
export const sheetCell = (cell: Cell): SheetCell => {
  if (typeof cell === "string") return escaped(cut(xmlText(cell)))
  return typeof cell === "object" && cell !== null ? daysOf(cell) : cell
}

/** Least widths of columns in characters, so that a moment and a uid are shown as such and a title can be read. */
const width_chars_min = { moment: 17, text: 40, value: 12 } as const

/** The name, the width and the number format of a column. */
export interface SheetColumn {
  readonly header: string
  /** In characters. */
  readonly width: number
  /** Absent: the cells are shown as they are. */
  readonly numFmt?: string
}

/** Rows of a worksheet of events: the columns, and the row of an event. */
export const sheetPieces = {
  columns: (columns: ReadonlyArray<EventColumn>): ReadonlyArray<SheetColumn> =>
    columns.map(({ kind, path }) => {
      const header = escaped(path.join("."))
      const width = Math.max(width_chars_min[kind], header.length + 1)
      return { header, width, ...(kind === "moment" ? { numFmt: "yyyy-mm-dd hh:mm" } : {}) }
    }),
  event: (columns: ReadonlyArray<EventColumn>, published: PublishedEvent): ReadonlyArray<SheetCell> =>
    columns.map(({ cell }) => sheetCell(cell(published)))
} as const
