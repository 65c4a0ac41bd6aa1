import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { EventSearch } from "../../ports/event/EventSearch.js"
import { LocationStore } from "../../ports/LocationStore.js"

/** Number of lines in an agenda's export: the agenda, its locations and its events of every state. */
export const countLines = (agendaUid: number): Effect.Effect<number, StoreError, EventSearch | LocationStore> =>
  Effect.gen(function*() {
    const events = yield* Effect.flatMap(EventSearch, (store) =>
      store.search({
        scope: { _tag: "Agenda", agendaUid },
        audience: "privileged",
        asOf: 0,
        shownAt: 0,
        live: [],
        removed: null,
        segments: [{ source: "live", featured: null, endedFilter: null, order: [{ key: "updatedAt", direction: "asc" }] }],
        start: { _tag: "Skip", count: 0 },
        limit: 0,
        bodies: false,
        locations: false,
        tallies: []
      }))
    const locations = yield* Effect.flatMap(LocationStore, (store) =>
      store.search({
        agendaUid,
        setUid: null,
        words: [],
        states: null,
        createdAt: null,
        updatedAt: null,
        sort: { key: "createdAt", direction: "asc" },
        after: null,
        skip: 0,
        limit: 0
      }))
    return 1 + locations.total + events.total
  })
