import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { published } from "@agenda-engine/core/domain/event/Event"
import type { EventIndex, EventRecord } from "@agenda-engine/core/record/EventRecord"
import type { SearchPlace } from "@agenda-engine/core/record/SearchDocument"
import { areaText, placeText } from "@agenda-engine/core/search/SearchDocument"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { insertPlain } from "../database/Change.js"
import type { EventKey } from "../database/Dialect.js"
import { eventTextTable } from "../database/indexTables.js"
import { readFirst, readRows } from "../database/readRows.js"
import { upsert } from "../database/upsert.js"
import { limitTo } from "../fragment/bindable.js"
import { isOneOfTexts, type SqlContext } from "../fragment/isOneOf.js"
import { isDerivedFrom } from "../fragment/ofEvent.js"
import { countedRowOf, countedTokens } from "../text/countedWords.js"
import { linesOf, searchCells, searchColumns, type SearchRow, searchRowOf } from "../text/SearchRow.js"
import { searchTerms } from "../text/searchTerms.js"
import { cellsThatDiffer } from "./DerivedRows.js"

/** Tokens that events of an agenda had, and those that they have now, once per event (`countedTokens`). */
interface Recount {
  readonly agendaUid: number
  readonly before: ReadonlyArray<string>
  readonly after: ReadonlyArray<string>
}

/**
 * The statements that count tokens in `agenda_word_count`; none without differences. They write rows that other events
 * of the agenda share, so the transaction holds the agenda's lock.
 */
export const recount = (context: SqlContext, { after, agendaUid, before }: Recount): ReadonlyArray<Statement<Row>> => {
  const { dialect, sql } = context
  const counts = new Map<string, number>()
  for (const token of after) counts.set(token, (counts.get(token) ?? 0) + 1)
  for (const token of before) counts.set(token, (counts.get(token) ?? 0) - 1)
  const changed = [...counts].flatMap(([token, events]) => events === 0 ? [] : [{ token, events }])
  const fewer = changed.flatMap(({ events, token }) => events < 0 ? [token] : [])
  if (changed.length === 0) return []
  const rows = dialect.rows(sql, { token: "text", events: "integer" }, JSON.stringify(changed))
  const counting =
    sql`INSERT INTO agenda_word_count (agenda_uid, token, events) SELECT CAST(${agendaUid} AS BIGINT), r.token, r.events FROM ${rows} WHERE 1 = 1 ON CONFLICT (agenda_uid, token) DO UPDATE SET events = agenda_word_count.events + excluded.events`
  return fewer.length === 0 ? [counting] : [
    counting,
    sql`DELETE FROM agenda_word_count WHERE agenda_uid = ${agendaUid} AND ${isOneOfTexts(context, "token", fewer)} AND events = 0`
  ]
}

const eventOf = ({ agendaUid, eventUid }: SearchRow): EventKey => ({ agendaUid, uid: eventUid })

/** The statement that inserts the terms of an event that has none. */
export const insertTerms = ({ dialect, sql }: SqlContext, row: SearchRow): Statement<Row> =>
  dialect.insertTerms(sql, eventOf(row), searchTerms(row, linesOf(row), row.document.languages))

const replaceTerms = ({ dialect, sql }: SqlContext, row: SearchRow): ReadonlyArray<Statement<Row>> =>
  dialect.replaceTerms(sql, eventOf(row), searchTerms(row, linesOf(row), row.document.languages))

/**
 * The `SELECT` of the searchable text of a location; no row when there is none. The row is locked in shared mode until
 * the transaction ends, so that a concurrent rename of the location and this copy of its name are serialized.
 */
export const placeOf = ({ dialect, sql }: SqlContext, locationUid: number): Statement<Row> =>
  sql`SELECT event_search_text FROM agenda_location WHERE uid = ${locationUid}${dialect.forShare(sql)}`

/** The search row of an event. `place`: the rows of `placeOf`. */
export const searchRow = (
  operation: string,
  { agendaUid, locationUid, state, uid }: EventRecord,
  index: EventIndex,
  place: ReadonlyArray<Row>
): Effect.Effect<SearchRow, StoreError> =>
  Effect.map(
    readFirst(operation, place, (row) => Cell.text(row, "event_search_text")),
    (found) => {
      const text = found ?? ""
      return {
        eventUid: uid,
        agendaUid,
        locationUid,
        isPublished: state === published,
        document: index.search,
        placeLine: placeText(text, index.search.languages),
        areaLine: areaText(text, index.search.languages),
        keywordKeys: index.words.join(" ")
      }
    }
  )

/** The statements that index a new event for search. */
export const insertSearch = (context: SqlContext, row: SearchRow): ReadonlyArray<Statement<Row>> => [
  insertPlain(context.sql, eventTextTable, [searchCells(row)]),
  insertTerms(context, row),
  ...recount(context, { agendaUid: row.agendaUid, before: [], after: countedTokens(row) })
]

/** The `SELECT` of the stored search row of an event, and whether the event has terms. */
export const storedSearch = (context: SqlContext, event: EventKey): Statement<Row> => {
  const { dialect, sql } = context
  return sql`SELECT ${sql.literal(searchColumns.join(", "))}, CASE WHEN EXISTS (${
    dialect.termsOf(sql, event)
  }) THEN 1 ELSE 0 END AS has_terms FROM ${sql(eventTextTable)} WHERE ${isDerivedFrom(context, event)}`
}

/**
 * The statements that reindex an event for search; none when its search row is unchanged, because terms derive from it.
 * After a change of how terms derive, empty the term index; of how counted tokens derive, `eventTextTable` and
 * `agenda_word_count`. `before`: the rows of `storedSearch`.
 */
export const replaceSearch = (context: SqlContext, row: SearchRow, before: ReadonlyArray<Row>): ReadonlyArray<Statement<Row>> => {
  const cells = searchCells(row)
  const [stored] = before
  if (stored !== undefined && Object.keys(cellsThatDiffer(stored, { ...cells, has_terms: 1 })).length === 0) return []
  return [
    upsert(context.sql, eventTextTable, context.dialect.keysByAgenda ? ["agenda_uid", "event_uid"] : "event_uid", cells),
    ...replaceTerms(context, row),
    ...recount(context, {
      agendaUid: row.agendaUid,
      before: stored === undefined ? [] : countedTokens(countedRowOf(stored)),
      after: countedTokens(row)
    })
  ]
}

const page_rows = 200

/**
 * Updates the location text of a location's events, page by page. Rows are locked before they are read: an event that
 * moves away concurrently is either rewritten after this, or no longer of this location.
 */
export const putPlace = (
  context: SqlContext,
  operation: string,
  locationUid: number,
  place: SearchPlace
): Effect.Effect<void, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { dialect, sql } = context
    let after: number | null = 0
    while (after !== null) {
      const rows: ReadonlyArray<SearchRow> = yield* readRows(
        operation,
        yield* sql`SELECT * FROM ${sql(eventTextTable)} WHERE location_uid = ${locationUid} AND event_uid > ${after} ORDER BY event_uid ${
          limitTo(sql, page_rows)
        }${dialect.forUpdate(sql)}`,
        searchRowOf
      )
      for (const row of rows) {
        const placeLine = placeText(place, row.document.languages)
        const areaLine = areaText(place, row.document.languages)
        if (placeLine === row.placeLine && areaLine === row.areaLine) continue
        yield* sql`UPDATE ${sql(eventTextTable)} SET location = ${placeLine}, area = ${areaLine} WHERE ${
          isDerivedFrom(context, eventOf(row))
        }`
        for (const statement of replaceTerms(context, { ...row, placeLine, areaLine })) yield* statement
      }
      after = rows.length === page_rows ? rows[rows.length - 1]?.eventUid ?? null : null
    }
  })
