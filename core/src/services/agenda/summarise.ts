import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { published } from "../../domain/event/Event.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventSearch } from "../../ports/event/EventSearch.js"
import { presentSummary } from "../../present/facet/presentSummary.js"
import { recentlyAdded } from "../../query/agenda/planAgendaQuery.js"
import type { QueryPlan } from "../../query/event/QueryPlan.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"

/** Query plan of an agenda's summary: tallies of its published events. */
const planSummary = (agendaUid: number, now: number): QueryPlan => ({
  scope: { _tag: "Agenda", agendaUid },
  audience: "public",
  asOf: now,
  shownAt: now,
  live: [{ _tag: "State", in: [published] }],
  removed: null,
  segments: [{ source: "live", featured: null, endedFilter: null, order: [] }],
  start: { _tag: "Skip", count: 0 },
  limit: 0,
  bodies: false,
  locations: false,
  tallies: [
    { _tag: "Terms", dimension: "keyword", none: false },
    { _tag: "Relative", at: now },
    { _tag: "Terms", dimension: "language", none: false },
    { _tag: "Points" }
  ]
})

/** Summaries of agendas as of now, by uid (wire.md §5, Agenda). They count published events only, for every caller. */
export const summarise = Effect.fnUntraced(function*(agendas: ReadonlyArray<AgendaRecord>) {
  const events = yield* EventSearch
  const now = yield* Clock.currentTimeMillis
  const uids = agendas.map(({ uid }) => uid)
  const added = new Map(
    (yield* (yield* AgendaStore).countAdded(uids, recentlyAdded(now))).map(({ count, uid }) => [uid, count])
  )
  const pairs = yield* Effect.forEach(uids, (uid) =>
    Effect.map(
      events.search(planSummary(uid, now)),
      ({ tallies: [keywords, relative, languages, places] }) =>
        [uid, presentSummary({ keywords, relative, languages, places, added: added.get(uid) ?? 0 })] as const
    ))
  return new Map(pairs)
})
