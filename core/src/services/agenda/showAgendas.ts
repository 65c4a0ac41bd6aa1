import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Caller } from "../../domain/access/Credential.js"
import { published } from "../../domain/event/Event.js"
import { type AdditionalField, mayRead } from "../../domain/field/AdditionalField.js"
import { CurrentLimits } from "../../domain/Limits.js"
import type { JsonObject } from "../../domain/text/Json.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { EventSearch } from "../../ports/event/EventSearch.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import { presentAgenda, presentSummary } from "../../present/presentAgenda.js"
import type { AgendaPart } from "../../query/agenda/AgendaView.js"
import { recentlyAdded } from "../../query/agenda/planAgendaQuery.js"
import type { QueryPlan } from "../../query/event/QueryPlan.js"
import type { AgendaRecord, NetworkRecord } from "../../record/AgendaRecord.js"
import type { LocationSetRecord } from "../../record/LocationRecord.js"
import { Access } from "../Access.js"
import { definitionsOfAgendas } from "./agendaFields.js"

/** Query plan of an agenda's summary: tallies of its published events. */
const planSummary = (agendaUid: number, now: number): QueryPlan => ({
  scope: { _tag: "Agenda", agendaUid },
  audience: "public",
  asOf: now,
  shownAt: now,
  live: [{ _tag: "State", in: [published] }],
  removed: null,
  segments: [{ source: "live", featured: null, endedFilter: null, order: [], ties: "asc" }],
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
const summarise = Effect.fnUntraced(function*(agendas: ReadonlyArray<AgendaRecord>) {
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

const networksOf = Effect.fnUntraced(function*(agendas: ReadonlyArray<AgendaRecord>) {
  const uids = [...new Set(agendas.flatMap(({ networkUid }) => networkUid === null ? [] : [networkUid]))]
  const networks = uids.length === 0 ? [] : yield* (yield* NetworkStore).findMany(uids)
  return new Map(networks.map((network) => [network.uid, network]))
})

const locationSetsOf = Effect.fnUntraced(function*(agendas: ReadonlyArray<AgendaRecord>) {
  const uids = [...new Set(agendas.flatMap(({ locationSetUid }) => locationSetUid === null ? [] : [locationSetUid]))]
  const sets = uids.length === 0 ? [] : yield* (yield* LocationSetStore).findMany(uids)
  return new Map(sets.map((set) => [set.uid, set]))
})

/** The additional fields that the caller may read, by agenda uid. */
const readableOf = Effect.fnUntraced(function*(caller: Caller, agendas: ReadonlyArray<AgendaRecord>) {
  const access = yield* Access
  const fields = yield* definitionsOfAgendas(agendas)
  const pairs = yield* Effect.forEach(agendas, (agenda) => {
    const defined = fields.get(agenda.uid) ?? []
    // The host may be asked for a role, which takes its time: all agendas together, and only where it matters.
    return defined.every(({ read }) => read === undefined)
      ? Effect.succeed([agenda.uid, defined] as const)
      : Effect.map(
        access.rightsIn(caller, agenda),
        ({ role }) => [agenda.uid, defined.filter((field) => mayRead(field, { caller, role }))] as const
      )
  }, { concurrency: caller._tag === "HostUser" && caller.memberships !== "engine" ? "unbounded" : 1 })
  return new Map(pairs)
})

/** Presents these parts of agendas to a caller. Loads only the records that the parts need. */
export const showAgendas = Effect.fnUntraced(
  function*(caller: Caller, agendas: ReadonlyArray<AgendaRecord>, parts: ReadonlyArray<AgendaPart>) {
    const networks = parts.includes("network") ? yield* networksOf(agendas) : new Map<number, NetworkRecord>()
    const locationSets = parts.includes("locationSet") ? yield* locationSetsOf(agendas) : new Map<number, LocationSetRecord>()
    const fields = parts.includes("schema") || parts.includes("slugSchemaOptionIdMap")
      ? yield* readableOf(caller, agendas)
      : new Map<number, ReadonlyArray<AdditionalField>>()
    const summaries = parts.includes("summary") ? yield* summarise(agendas) : new Map<number, JsonObject>()
    const limits = yield* CurrentLimits
    return agendas.map((record) =>
      presentAgenda({
        record,
        network: record.networkUid === null ? null : networks.get(record.networkUid) ?? null,
        locationSet: record.locationSetUid === null ? null : locationSets.get(record.locationSetUid) ?? null,
        fields: fields.get(record.uid) ?? [],
        summary: summaries.get(record.uid) ?? {},
        limits
      }, parts)
    )
  }
)
