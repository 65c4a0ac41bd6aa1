import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { EventStore } from "@agenda-engine/core/ports/EventStore"
import type { EventFilter } from "@agenda-engine/core/query/EventQuery"
import { planQuery } from "@agenda-engine/core/query/planQuery"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { SqlDatabase } from "../SqlDatabase.js"
import * as SqlStores from "../SqlStores.js"

/** How many events `insertBeforeIndexes` makes: more than are indexed in one transaction. */
export const events_count = 120

const summary = JSON.stringify({
  title: { fr: "Marché de Noël" },
  description: { fr: "Les chalets" },
  image: null,
  imageCredits: null,
  keywords: { fr: ["fête"] },
  onlineAccessLink: null,
  dateRange: { year: null, short: {}, long: {} }
})

const eventDetail = JSON.stringify({
  longDescription: {},
  conditions: {},
  registration: [],
  accessibility: { ii: false, hi: true, vi: false, pi: false, mi: false },
  age: { min: 3, max: 12 }
})

const locationDetail = JSON.stringify({
  access: {},
  description: {},
  image: null,
  imageCredits: null,
  insee: null,
  website: null,
  email: null,
  phone: null,
  links: [],
  extIds: [{ key: "source", value: "1" }]
})

/** Fills a database whose schema ends with step 5: agenda 1, location 7 in Sète, and events from 1 on that take place there. */
export const insertBeforeIndexes = ({ sql }: SqlDatabase): Effect.Effect<void, SqlError> => {
  const numbers = sql`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${events_count})`
  return Effect.all([
    sql`INSERT INTO agenda (uid, slug, title, title_folded, description, is_official, is_private, is_indexed, settings, fields, created_at, updated_at)
      VALUES (1, 'a', 'A', 'a', '', 0, 0, 1, '{}', '[]', 5, 5)`,
    sql`INSERT INTO agenda_clock (agenda_uid, changed_at) VALUES (1, 9)`,
    sql`INSERT INTO agenda_location (uid, agenda_uid, slug, name, address, admin_level_4, country_code, state, created_at, updated_at, name_folded, search, detail)
      VALUES (7, 1, 'halle', 'La Halle', '1 rue', 'Sète', 'FR', 0, 5, 5, 'la halle', 'la halle 1 rue sete', ${locationDetail})`,
    sql`INSERT INTO agenda_event (uid, agenda_uid, slug, state, featured, status, attendance_mode, location_uid, timezone, created_at, updated_at, version, first_begin, first_end, last_begin, last_end, last_end_down, updated_down)
      ${numbers} SELECT n, 1, 'e' || n, 2, 0, 1, 1, 7, 'Europe/Paris', 10, 20, 3, 1, 2, 1, 2, -2, -20 FROM numbers`,
    sql`INSERT INTO agenda_event_document (event_uid, summary, detail, retired_slot_ids)
      ${numbers} SELECT n, CAST(${summary} AS text), CAST(${eventDetail} AS text), '[]' FROM numbers`,
    sql`INSERT INTO agenda_slot (event_uid, begin_ms, end_ms, prev_end, slot_id, agenda_uid, featured, state)
      ${numbers} SELECT n, 1, 2, 0, 's', 1, 0, 2 FROM numbers`
  ], { discard: true })
}

/**
 * Fills a database whose schema ends with step 5 with events that differ in all that terms bear of them, each of them with the keywords `fête`
 * and `jazz`.
 */
export const insertKeywords = ({ sql }: SqlDatabase): Effect.Effect<void, SqlError> =>
  Effect.all([
    sql`INSERT INTO agenda_event (uid, agenda_uid, slug, state, featured, status, attendance_mode, location_uid, timezone, created_at, updated_at, version, first_begin, first_end, last_begin, last_end, last_end_down, updated_down)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 30)
      SELECT n, n % 2 + 1, 'e' || n, n % 3, n % 2, n % 5 + 1, n % 3 + 1, CASE WHEN n % 4 = 0 THEN NULL ELSE n END, 'Europe/Paris', 10, 20, 3, n, n + 100, n + 200, n + 300, -n - 300, -20 FROM numbers`,
    sql`INSERT INTO agenda_keyword (agenda_uid, keyword, event_uid)
      SELECT e.agenda_uid, k.keyword, e.uid FROM agenda_event e CROSS JOIN (SELECT 'fête' AS keyword UNION ALL SELECT 'jazz' AS keyword) k`
  ], { discard: true })

/** The terms of what `insertKeywords` made, and what they are by its events, in one order. */
export const readTerms = ({ sql }: SqlDatabase) =>
  Effect.all({
    stored:
      sql`SELECT agenda_uid, dimension, value, event_uid, spelling, state, featured, status, attendance_mode, location_uid, first_begin, last_begin, last_end_down
      FROM agenda_term ORDER BY event_uid, value`,
    expected:
      sql`SELECT e.agenda_uid, 'keyword' AS dimension, k.keyword AS value, e.uid AS event_uid, k.keyword AS spelling, e.state, e.featured, e.status, e.attendance_mode, e.location_uid, e.first_begin, e.last_begin, e.last_end_down
      FROM agenda_event e CROSS JOIN (SELECT 'fête' AS keyword UNION ALL SELECT 'jazz' AS keyword) k ORDER BY e.uid, k.keyword`
  })

/** The events that `spoilEvents` makes unreadable, in two ways. */
export const unreadable = [5, 60] as const

/** Makes rows of what `insertBeforeIndexes` made unreadable: one that no record is made of, and a record that no event is. */
export const spoilEvents = ({ sql }: SqlDatabase): Effect.Effect<void, SqlError> =>
  Effect.all([
    sql`UPDATE agenda_event_document SET retired_slot_ids = '{' WHERE event_uid = ${unreadable[0]}`,
    sql`UPDATE agenda_event_document SET summary = '{}' WHERE event_uid = ${unreadable[1]}`
  ], { discard: true })

const asked: { readonly [name: string]: EventFilter } = {
  search: { search: ["marchés"] },
  place: { search: ["halle sete"] },
  accessibility: { accessibility: ["hi"] },
  language: { language: ["fr"] },
  country: { place: { countryCode: ["fr"] } },
  age: { age: [{ gte: 5, lte: 6 }] }
}

/** How many events each of some filters finds, by what it is about: all of them, once everything is indexed. */
export const countFound = (database: SqlDatabase): Effect.Effect<{ readonly [name: string]: number }, StoreError> => {
  const events = Context.get(SqlStores.make(database), EventStore)
  return Effect.all(
    Object.fromEntries(
      Object.entries(asked).map(([name, filter]) => {
        const { plan } = Either.getOrThrow(planQuery(
          {
            filter,
            removed: "without",
            sort: ["timings.asc"],
            start: { _tag: "First" },
            size: 0,
            detailed: false,
            includeSort: false,
            facets: []
          },
          {
            scope: { _tag: "Agenda", agendaUid: 1 },
            audience: "public",
            now: 0,
            fields: [],
            defaultSort: "timings.asc",
            past_ms_max: null
          }
        ))
        return [name, Effect.map(events.search(plan), ({ total }) => total)]
      })
    )
  )
}

/** What `countFound` answers once everything is indexed. */
export const allFound = Object.fromEntries(Object.keys(asked).map((name) => [name, events_count]))

/** What re-indexing must not move: versions, instants and the agenda's clock. */
export const readUnmoved = ({ sql }: SqlDatabase): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  sql`SELECT e.uid, e.version, e.created_at, e.updated_at, e.slug, d.detail, c.changed_at FROM agenda_event e JOIN agenda_event_document d ON d.event_uid = e.uid JOIN agenda_clock c ON c.agenda_uid = e.agenda_uid ORDER BY e.uid`
