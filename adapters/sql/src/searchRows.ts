import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { EventIndex, EventRecord } from "@agenda-engine/core/record/EventRecord"
import type { SearchPlace } from "@agenda-engine/core/record/SearchDocument"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import type { Words } from "./isOneOf.js"
import { readFirst, readRows } from "./readRows.js"
import { linesOf, searchCells, type SearchRow, searchRowOf } from "./row/SearchRow.js"
import { searchTerms } from "./searchTerms.js"
import { upsert } from "./upsert.js"

const insertTerms = ({ dialect, sql }: Words, row: SearchRow): Statement<Row> =>
  dialect.insertTerms(sql, row.eventUid, searchTerms(row.agendaUid, linesOf(row), row.document.languages))

const replaceTerms = (words: Words, row: SearchRow): Effect.Effect<void, SqlError> =>
  Effect.asVoid(Effect.zipRight(words.dialect.removeTerms(words.sql, row.eventUid), insertTerms(words, row)))

/**
 * What a search finds of a location; "" where it is not there. Its row is shared until the transaction ends: whoever gives the location
 * another name waits for the event that copies this one, or is waited for.
 */
const placeOf = ({ dialect, sql }: Words, operation: string, locationUid: number): Effect.Effect<SearchPlace, SqlError | StoreError> =>
  sql`SELECT search_place FROM agenda_location WHERE uid = ${locationUid}${dialect.forShare(sql)}`.pipe(
    Effect.flatMap((rows) => readFirst(operation, rows, (row) => Cell.text(row, "search_place"))),
    Effect.map((place) => place ?? "")
  )

/** Stores what is searched for an event, in the place of what was unless it is new. */
export const putSearch = (
  words: Words,
  operation: string,
  { agendaUid, locationUid, uid }: EventRecord,
  { search }: EventIndex,
  isNew: boolean
): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const place = locationUid === null ? "" : yield* placeOf(words, operation, locationUid)
    const row: SearchRow = { eventUid: uid, agendaUid, locationUid, document: search, place }
    yield* words.sql`${upsert(words.sql, "agenda_event_search", "event_uid", searchCells(row))}`
    yield* isNew ? insertTerms(words, row) : replaceTerms(words, row)
  })

const page_rows = 200

/**
 * Gives the events of a location its new place. Their rows are locked before they are read: an event that moves away meanwhile is written
 * again behind this, or is of this location no more.
 */
export const putPlace = (
  words: Words,
  operation: string,
  locationUid: number,
  place: SearchPlace
): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { dialect, sql } = words
    let left = true
    while (left) {
      const rows = yield* readRows(
        operation,
        yield* sql`SELECT * FROM agenda_event_search WHERE location_uid = ${locationUid} AND place <> ${place} ORDER BY event_uid LIMIT ${page_rows}${
          dialect.forUpdate(sql)
        }`,
        searchRowOf
      )
      for (const row of rows) {
        yield* sql`UPDATE agenda_event_search SET place = ${place} WHERE event_uid = ${row.eventUid}`
        yield* replaceTerms(words, { ...row, place })
      }
      left = rows.length === page_rows
    }
  })
