import { sampleAgenda, sampleEvent, sampleLocation } from "@agenda-engine/conformance/testing/SampleRecords"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import type { EventFilter } from "@agenda-engine/core/query/event/eventFilters"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { planQuery } from "@agenda-engine/core/query/event/planQuery"
import type { Row } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { SqlDatabase } from "../src/database/SqlDatabase.js"
import * as SqlStores from "../src/store/SqlStores.js"

/** Number of events that `putUnindexed` stores: more than are indexed in one transaction. */
export const events_count = 60

const summary = JSON.stringify({
  title: { fr: "Marché de Noël" },
  description: { fr: "Les chalets" },
  image: null,
  imageCredits: null,
  keywords: { fr: ["fête"] },
  onlineAccessLink: null,
  dateRange: { year: null, short: {}, long: {} },
  offers: [],
  fields: {}
})

const eventDetail = JSON.stringify({
  longDescription: {},
  conditions: {},
  registration: [],
  accessibility: { ii: false, hi: true, vi: false, pi: false, mi: false },
  age: { min: 3, max: 12 },
  slotOffers: {},
  timezoneNamed: false,
  links: [],
  fields: {}
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

/**
 * Stores agenda 1, location 7 in Sète and events there, from uid 1 on, all with empty indexes, as under other index
 * rules.
 */
export const putUnindexed = (database: SqlDatabase): Effect.Effect<void, StoreError> => {
  const stores = SqlStores.make(database)
  const events = Context.get(stores, EventStore)
  const location = sampleLocation(7, 1, { name: "La Halle", adminLevel4: "Sète", detail: locationDetail }, { countryCode: "", place: "" })
  return database.run(Effect.all([
    Context.get(stores, AgendaStore).put(sampleAgenda(1)),
    Context.get(stores, LocationStore).put(location.record, location.index),
    ...Array.from({ length: events_count }, (_, index) => {
      const event = sampleEvent(index + 1, { summary, detail: eventDetail, attendanceMode: 1, locationUid: 7 })
      return events.put(event.record, event.index)
    })
  ], { discard: true }))
}

/** The events that `corruptEvents` makes unreadable, in two ways. */
export const unreadable = [5, 55] as const

/** Makes one stored event undecodable as a record, and one undecodable as an event. */
export const corruptEvents = ({ run, sql }: SqlDatabase): Effect.Effect<void, SqlError | StoreError> =>
  run(Effect.all([
    sql`UPDATE agenda_event_document SET retired_slot_ids = '{' WHERE event_uid = ${unreadable[0]}`,
    sql`UPDATE agenda_event_document SET summary = '{}' WHERE event_uid = ${unreadable[1]}`
  ], { discard: true }))

const filters: { readonly [name: string]: EventFilter } = {
  search: { search: ["marchés"] },
  place: { search: ["halle sete"] },
  accessibility: { accessibility: ["hi"] },
  language: { languages: ["fr"] },
  country: { countryCode: ["fr"] },
  age: { age: [{ gte: 5, lte: 6 }] }
}

/** How many events each filter finds. */
export const countFound = (database: SqlDatabase): Effect.Effect<{ readonly [name: string]: number }, StoreError> => {
  const searches = Context.get(SqlStores.make(database), EventSearch)
  return Effect.all(
    Object.fromEntries(
      Object.entries(filters).map(([name, filter]) => {
        const { plan } = Either.getOrThrow(planQuery(
          { ...EventQuery.make({ sort: "timings.asc", size: 0 }), filter },
          {
            scope: { _tag: "Agenda", agendaUid: 1 },
            audience: "public",
            now: 0,
            fields: [],
            defaultSort: "timings.asc",
            past_ms_max: null
          }
        ))
        return [name, Effect.map(searches.search(plan), ({ total }) => total)]
      })
    )
  )
}

/** The counts of `countFound` when every event is indexed. */
export const allFound = Object.fromEntries(Object.keys(filters).map((name) => [name, events_count]))

/** What reindexing must not change: versions, instants and the agenda's clock. */
export const readRecords = ({ sql }: SqlDatabase): Effect.Effect<ReadonlyArray<Row>, SqlError> =>
  sql`SELECT e.uid, e.version, e.created_at, e.updated_at, e.slug, d.detail, c.changed_at FROM agenda_event e JOIN agenda_event_document d ON d.event_uid = e.uid JOIN agenda_clock c ON c.agenda_uid = e.agenda_uid ORDER BY e.uid`
