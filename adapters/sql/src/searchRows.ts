import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { published } from "@agenda-engine/core/domain/Event"
import type { EventIndex, EventRecord } from "@agenda-engine/core/record/EventRecord"
import type { SearchPlace } from "@agenda-engine/core/record/SearchDocument"
import { placeText } from "@agenda-engine/core/text/placeText"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { cellsThatDiffer } from "./DerivedRows.js"
import { insertPlain } from "./insertPlain.js"
import type { Words } from "./isOneOf.js"
import { limitTo } from "./limitTo.js"
import { readFirst, readRows } from "./readRows.js"
import { linesOf, searchCells, type SearchRow, searchRowOf } from "./row/SearchRow.js"
import { searchTerms } from "./searchTerms.js"
import { upsert } from "./upsert.js"

const insertTerms = ({ dialect, sql }: Words, row: SearchRow): Statement<Row> =>
  dialect.insertTerms(sql, row.eventUid, searchTerms(row, linesOf(row), row.document.languages))

const replaceTerms = (words: Words, row: SearchRow): ReadonlyArray<Statement<Row>> => [
  words.dialect.removeTerms(words.sql, row.eventUid),
  insertTerms(words, row)
]

/**
 * What a search finds of a location; "" where it is not there. Its row is shared until the transaction ends: whoever gives the location
 * another name waits for the event that copies this one, or is waited for.
 */
const placeOf = ({ dialect, sql }: Words, operation: string, locationUid: number): Effect.Effect<SearchPlace, SqlError | StoreError> =>
  sql`SELECT search_place FROM agenda_location WHERE uid = ${locationUid}${dialect.forShare(sql)}`.pipe(
    Effect.flatMap((rows) => readFirst(operation, rows, (row) => Cell.text(row, "search_place"))),
    Effect.map((place) => place ?? "")
  )

const searchRow = (
  words: Words,
  operation: string,
  { agendaUid, locationUid, state, uid }: EventRecord,
  { search }: EventIndex
): Effect.Effect<SearchRow, SqlError | StoreError> =>
  Effect.map(
    locationUid === null ? Effect.succeed("") : placeOf(words, operation, locationUid),
    (place) => ({
      eventUid: uid,
      agendaUid,
      locationUid,
      isPublished: state === published,
      document: search,
      placeLine: placeText(place, search.languages)
    })
  )

/** What stores what is searched for a new event. */
export const insertSearch = (
  words: Words,
  operation: string,
  record: EventRecord,
  index: EventIndex
): Effect.Effect<ReadonlyArray<Statement<Row>>, SqlError | StoreError> =>
  Effect.map(
    searchRow(words, operation, record, index),
    (row) => [insertPlain(words.sql, "agenda_searched_event", [searchCells(row)]), insertTerms(words, row)]
  )

/**
 * What stores what is searched for an event in the place of what was: nothing, if that is the same, for terms follow from the row. Who makes
 * other terms of the same rows empties `agenda_searched_event` or the index of terms.
 */
export const replaceSearch = (
  words: Words,
  operation: string,
  record: EventRecord,
  index: EventIndex
): Effect.Effect<ReadonlyArray<Statement<Row>>, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { dialect, sql } = words
    const row = yield* searchRow(words, operation, record, index)
    const cells = searchCells(row)
    const [stored] = yield* sql`SELECT s.* FROM agenda_searched_event s WHERE s.event_uid = ${row.eventUid} AND EXISTS (${
      dialect.termsOf(sql, row.eventUid)
    })`
    if (stored !== undefined && Object.keys(cellsThatDiffer(stored, cells)).length === 0) return []
    return [upsert(sql, "agenda_searched_event", "event_uid", cells), ...replaceTerms(words, row)]
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
    let after: number | null = 0
    while (after !== null) {
      const rows: ReadonlyArray<SearchRow> = yield* readRows(
        operation,
        yield* sql`SELECT * FROM agenda_searched_event WHERE location_uid = ${locationUid} AND event_uid > ${after} ORDER BY event_uid ${
          limitTo(sql, page_rows)
        }${dialect.forUpdate(sql)}`,
        searchRowOf
      )
      for (const row of rows) {
        const placeLine = placeText(place, row.document.languages)
        if (placeLine === row.placeLine) continue
        yield* sql`UPDATE agenda_searched_event SET place = ${placeLine} WHERE event_uid = ${row.eventUid}`
        for (const statement of replaceTerms(words, { ...row, placeLine })) yield* statement
      }
      after = rows.length === page_rows ? rows[rows.length - 1]?.eventUid ?? null : null
    }
  })
