import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import { insertRows } from "../database/Change.js"
import type { Dialect } from "../database/Dialect.js"
import { locationWordTable } from "../database/indexTables.js"
import type { Cells } from "../database/upsert.js"

/** The columns of `agenda_keyword_word` and `agenda_event_word`. */
export const keywordWordColumns = { word: "text", agenda_uid: "integer", event_uid: "integer" } as const

const locationWordColumns = { word: "text", location_uid: "integer" } as const

/** The keyword words of a published event, as in `agenda_keyword_word`, or those of its vocabulary. */
export interface KeywordWords {
  readonly agendaUid: number
  readonly eventUid: number
  readonly words: ReadonlyArray<string>
}

/** Rows of `agenda_keyword_word` or `agenda_event_word`. */
export const keywordWordCells = ({ agendaUid, eventUid, words }: KeywordWords): ReadonlyArray<Cells> =>
  words.map((word) => ({ word, agenda_uid: agendaUid, event_uid: eventUid }))

/** The words of a location, as in `locationWordTable`. */
export interface LocationWords {
  readonly locationUid: number
  readonly words: ReadonlyArray<string>
}

/** Inserts the words of some locations. */
export const insertLocationWords = (
  sql: Constructor,
  dialect: Dialect,
  locations: ReadonlyArray<LocationWords>
): Statement<Row> =>
  insertRows(sql, dialect, {
    table: locationWordTable,
    columns: locationWordColumns,
    rows: locations.flatMap(({ locationUid, words }) => words.map((word) => ({ word, location_uid: locationUid })))
  })
