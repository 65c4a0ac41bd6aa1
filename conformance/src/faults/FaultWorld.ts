import { anonymous, type Caller, operator } from "@agenda-engine/core/domain/access/Credential"
import type { JsonObject } from "@agenda-engine/core/domain/text/Json"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventHistory } from "@agenda-engine/core/ports/event/EventHistory"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import { MemberStore } from "@agenda-engine/core/ports/MemberStore"
import { RemovalStore } from "@agenda-engine/core/ports/RemovalStore"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { Access, authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Locations } from "@agenda-engine/core/services/Locations"
import { Members } from "@agenda-engine/core/services/Members"
import { Users } from "@agenda-engine/core/services/Users"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"

/** An agenda that operations with faults write to, with a location, a moderator and events. */
export interface FaultWorld {
  readonly agendaUid: number
  readonly locationUid: number
  readonly memberUid: number
  /** The member, as the caller of a secret key. */
  readonly member: Caller
}

/** A complete body of an event at the location. `token` is a word of the title that nothing else contains. */
export const bodyOf = ({ locationUid }: FaultWorld, token: string, more: JsonObject = {}): JsonObject => ({
  title: { en: `Concert ${token}` },
  description: { en: "On the river" },
  keywords: { en: ["music"] },
  locationUid,
  timings: [
    { begin: "2040-06-01T18:00:00+02:00", end: "2040-06-01T20:00:00+02:00" },
    { begin: "2040-06-02T18:00:00+02:00", end: "2040-06-02T20:00:00+02:00" }
  ],
  ...more
})

/** Creates the world. */
export const makeWorld = Effect.gen(function*() {
  const access = yield* Access
  const keys = yield* Keys
  const members = yield* Members
  const { uid: agendaUid } = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title: "Harbour" }))
  const user = yield* Effect.flatMap(Users, (users) => users.create({ email: `member${agendaUid}@example.org`, name: "Mo" }))
  yield* members.add(agendaUid, user.uid, "moderator")
  const { key } = yield* keys.create({ kind: "secret", ownerUid: user.uid, agendaUids: null, operations: null, expiresAt: null })
  const member = yield* access.identify({ key, token: null })
  const { location } = yield* authorized(
    operator,
    { _tag: "Uid", uid: agendaUid },
    "locations:write",
    (by) =>
      Effect.flatMap(
        Locations,
        (locations) =>
          locations.create(by, { name: "Quay", address: "1 Quay Street", countryCode: "fr", adminLevel4: "Nantes" }, { lang: null })
      )
  )
  return { agendaUid, locationUid: location.uid, memberUid: user.uid, member } satisfies FaultWorld
})

const facets = [{ key: "keywords", type: "keywords", size: 10 }] as const

const queries: ReadonlyArray<readonly [caller: "anonymous" | "member", query: EventQuery]> = [
  ["anonymous", EventQuery.make({ size: 3, facets })],
  ["anonymous", EventQuery.make({ removed: "with", sort: "updatedAt.desc", facets })],
  ["member", EventQuery.make({ state: [0, 2], detailed: true, facets })]
]

const showExit = <A>(exit: Exit.Exit<A, unknown>): string =>
  Exit.match(exit, {
    onSuccess: (value) => JSON.stringify(value),
    onFailure: (cause) =>
      Cause.failureOption(cause).pipe((failure) =>
        failure._tag === "Some" && Predicate.hasProperty(failure.value, "_tag") ? String(failure.value._tag) : Cause.pretty(cause)
      )
  })

/** The lists that callers of the world read, as text without cursors, which name the instant of the request. */
export const readLists = Effect.fnUntraced(function*({ agendaUid, member }: FaultWorld) {
  const events = yield* Events
  return yield* Effect.forEach(
    queries,
    ([caller, query]) =>
      authorized(caller === "member" ? member : anonymous, { _tag: "Uid", uid: agendaUid }, "events:read", (by) => events.list(by, query))
        .pipe(
          Effect.map(({ events, facets, total }) => ({ events, facets, total })),
          Effect.exit,
          Effect.map(showExit)
        )
  )
})

/** The same lists, read without caches. */
export const readUncached = (world: FaultWorld) => Effect.flatMap(Transaction, ({ snapshot }) => snapshot(readLists(world)))

/** The uids of the events, in order. */
export const eventUids = ({ agendaUid }: FaultWorld) =>
  Effect.flatMap(EventStore, (events) => Effect.map(events.scan({ agendaUid }, 0, 1_000), (records) => records.map(({ uid }) => uid)))

/**
 * What is stored of the agenda, as text: the records of its agenda, location, events and members, the state changes,
 * and the numbers of events and tombstones.
 */
export const dump = Effect.fnUntraced(function*({ agendaUid, locationUid, memberUid }: FaultWorld) {
  const events = yield* EventStore
  const records = yield* events.scan({ agendaUid }, 0, 1_000)
  return JSON.stringify([
    records,
    yield* Effect.flatMap(AgendaStore, (agendas) => agendas.find({ _tag: "Uid", uid: agendaUid })),
    yield* Effect.flatMap(LocationStore, (locations) => locations.find(locationUid)),
    yield* Effect.flatMap(MemberStore, (members) => members.findBy({ agendaUid, userUid: memberUid })),
    yield* Effect.flatMap(EventHistory, (history) => history.find(records.map(({ uid }) => uid))),
    yield* Effect.flatMap(RemovalStore, (removals) => removals.count(agendaUid))
  ])
})
