import type { Row } from "@effect/sql/SqlConnection"
import type { Constructor, Statement } from "@effect/sql/Statement"
import type { Dialect } from "./Dialect.js"
import { insertRows } from "./insertRows.js"
import type { Cells } from "./upsert.js"

/** The columns of `agenda_key_word`. */
export const keyWordColumns = { word: "text", agenda_uid: "integer", event_uid: "integer" } as const

const locationWordColumns = { word: "text", location_uid: "integer" } as const

/** The words of the keywords of a published event: what `agenda_key_word` has of it. */
export interface KeyWords {
  readonly agendaUid: number
  readonly eventUid: number
  readonly words: ReadonlyArray<string>
}

/** Rows of `agenda_key_word`. */
export const keyWordCells = ({ agendaUid, eventUid, words }: KeyWords): ReadonlyArray<Cells> =>
  words.map((word) => ({ word, agenda_uid: agendaUid, event_uid: eventUid }))

/** Inserts the words of the keywords of some published events. */
export const insertKeyWords = (sql: Constructor, dialect: Dialect, events: ReadonlyArray<KeyWords>): Statement<Row> =>
  insertRows(sql, dialect, { table: "agenda_key_word", columns: keyWordColumns, rows: events.flatMap(keyWordCells) })

/** The words of a location: what `agenda_location_word` has of it. */
export interface LocationWords {
  readonly locationUid: number
  readonly words: ReadonlyArray<string>
}

/** Inserts the words of some locations. */
export const insertLocationWords = (sql: Constructor, dialect: Dialect, locations: ReadonlyArray<LocationWords>): Statement<Row> =>
  insertRows(sql, dialect, {
    table: "agenda_location_word",
    columns: locationWordColumns,
    rows: locations.flatMap(({ locationUid, words }) => words.map((word) => ({ word, location_uid: locationUid })))
  })
