import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { worldNow } from "../world/World.js"

const hour = 3_600_000

const lineOf = (agendaUid: number, index: number): string => {
  const begin = worldNow + (index + 1) * hour
  return JSON.stringify({
    kind: "event",
    agendaUid,
    extId: { key: "place", value: `${index}` },
    data: {
      title: { fr: `Événement ${index}` },
      description: { fr: "Une soirée" },
      keywords: { fr: ["commun"] },
      attendanceMode: 2,
      onlineAccessLink: "https://example.org/live",
      status: 1,
      state: 2,
      timezone: "Europe/Paris",
      timings: [{ begin: formatUtc(begin), end: formatUtc(begin + hour) }]
    }
  })
}

/** Imports so many events into an agenda, an hour apart. */
export const importEvents = (agendaUid: number, count: number) => {
  const lines = Array.from({ length: count }, (_, index) => lineOf(agendaUid, index))
  return Effect.flatMap(
    Transfer,
    (transfer) => transfer.import(Stream.fromIterable(lines), { ownerUid: null, dryRun: false, progress: () => Effect.void })
  )
}

/** Memory stores that count the searches for events; `after` runs after each. */
export const countSearches = () => {
  const search: { count: number; after: Effect.Effect<void> } = { count: 0, after: Effect.void }
  const stores = Layer.map(MemoryStores.layer, (context) => {
    const events = Context.get(context, EventSearch)
    return Context.add(context, EventSearch, {
      ...events,
      search: (plan) =>
        Effect.suspend(() => {
          search.count++
          return Effect.zipLeft(events.search(plan), Effect.suspend(() => search.after))
        })
    })
  })
  return { search, stores }
}
