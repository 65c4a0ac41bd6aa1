import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import type { Dialect } from "./Dialect.js"
import { locationWordTable } from "./indexTables.js"
import { insertRows } from "./insertRows.js"
import type { Cells } from "./upsert.js"

/** The columns of `agenda_key_word`. */
export const keyWordColumns = { word: "text", agenda_uid: "integer", event_uid: "integer" } as const

const locationWordColumns = { word: "text", location_uid: "integer" } as const

/** The keyword words of a published event, as in `agenda_key_word`. */
export interface KeyWords {
  readonly agendaUid: number
  readonly eventUid: number
  readonly words: ReadonlyArray<string>
}

/** Rows of `agenda_key_word`. */
export const keyWordCells = ({ agendaUid, eventUid, words }: KeyWords): ReadonlyArray<Cells> =>
  words.map((word) => ({ word, agenda_uid: agendaUid, event_uid: eventUid }))

/** Inserts the keyword words of some published events. */
export const insertKeyWords = (sql: Constructor, dialect: Dialect, events: ReadonlyArray<KeyWords>): Statement<Row> =>
  insertRows(sql, dialect, { table: "agenda_key_word", columns: keyWordColumns, rows: events.flatMap(keyWordCells) })

/** The words of a location, as in `locationWordTable`. */
export interface LocationWords {
  readonly locationUid: number
  readonly words: ReadonlyArray<string>
}

/** Inserts the words of some locations. Old migrations pass the table name of their time. */
export const insertLocationWords = (
  sql: Constructor,
  dialect: Dialect,
  locations: ReadonlyArray<LocationWords>,
  table: string = locationWordTable
): Statement<Row> =>
  insertRows(sql, dialect, {
    table,
    columns: locationWordColumns,
    rows: locations.flatMap(({ locationUid, words }) => words.map((word) => ({ word, location_uid: locationUid })))
  })
