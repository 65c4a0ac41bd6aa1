import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { indexLocation } from "../derive/indexing/indexLocation.js"
import { type Conflict, NotFound, type StoreError } from "../domain/error/EngineError.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import type { ChangeStore } from "../ports/change/ChangeStore.js"
import { ConsumerStore } from "../ports/change/ConsumerStore.js"
import { CredentialStore } from "../ports/CredentialStore.js"
import type { EventStore } from "../ports/event/EventStore.js"
import type { ImageRecordStore } from "../ports/image/ImageRecordStore.js"
import { InvitationStore } from "../ports/InvitationStore.js"
import { LocationStore } from "../ports/LocationStore.js"
import { MemberStore } from "../ports/MemberStore.js"
import { RemovalStore } from "../ports/RemovalStore.js"
import type { Transaction } from "../ports/Transaction.js"
import type { UserStore } from "../ports/UserStore.js"
import { WebhookStore } from "../ports/webhook/WebhookStore.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import { pruneLog } from "./change/pruneLog.js"
import { assignImages } from "./image/assignImages.js"
import { locationOf, recordOf } from "./location/LocationRecords.js"
import { type AgendaContents, agendaContents, keysOf, successorAgendas } from "./removal/agendaContents.js"
import { removeUser, type UserContents, userContents } from "./removal/removeUser.js"
import { atomically } from "./transaction/atomically.js"
import { scanAll } from "./transaction/scanAll.js"

/** Number of records removed per transaction, which blocks other writers in stores with a single writer. */
const batch_records = 100

type Ports = AgendaStore | ChangeStore | ConsumerStore | EventStore | ImageRecordStore | LocationStore | RemovalStore | Transaction

/** Repeats a step, each time as one transaction, until it has nothing to do. */
const untilNone = <R>(
  step: Effect.Effect<number, StoreError, R>,
  count: (records: number) => Effect.Effect<void>
): Effect.Effect<void, StoreError, R | Transaction> =>
  Effect.repeat(Effect.tap(atomically(step), count), { until: (done) => done === 0 }).pipe(Effect.asVoid)

const clearEvents = (agendaUid: number) =>
  Effect.gen(function*() {
    const { events, tombstones } = yield* Effect.flatMap(RemovalStore, (removals) => removals.clear(agendaUid, batch_records))
    yield* Effect.forEach(events, (uid) => assignImages(`event:${uid}`, []), { discard: true })
    return events.length + tombstones
  })

/** Moves a location to another agenda. It loses the external identifiers that another location of that agenda has. */
const moveLocation = Effect.fnUntraced(function*(record: LocationRecord, successorUid: number) {
  const locations = yield* LocationStore
  const location = yield* locationOf(record)
  const extIds = yield* Effect.filter(
    location.extIds,
    (extId) => Effect.map(locations.findByExtId(successorUid, null, extId), (found) => found === null || found.uid === record.uid)
  )
  if (extIds.length < location.extIds.length) {
    yield* locations.put(recordOf({ ...location, extIds }), indexLocation({ ...location, extIds }))
  }
  yield* locations.move(record.uid, successorUid)
})

const clearLocations = (agendaUid: number) =>
  Effect.gen(function*() {
    const locations = yield* LocationStore
    const successorOf = yield* successorAgendas(agendaUid)
    const found = yield* locations.scan(agendaUid, 0, batch_records)
    for (const { uid } of found) {
      const locked = yield* locations.lock(uid, "exclusive")
      if (locked === null) continue
      const successor = yield* successorOf(locked)
      if (successor !== null) {
        yield* moveLocation(locked, successor)
        continue
      }
      yield* assignImages(`location:${uid}`, [])
      yield* locations.remove(uid)
    }
    return found.length
  })

/**
 * Deletes the contents of a removed agenda in batches, so that other writers proceed in between. It may be interrupted,
 * repeated, and run by several processes. Locations that other agendas use pass to one of them.
 */
const sweepAgenda = (agendaUid: number, count: (records: number) => Effect.Effect<void>): Effect.Effect<void, StoreError, Ports> =>
  Effect.gen(function*() {
    const removals = yield* RemovalStore
    yield* untilNone(clearEvents(agendaUid), count)
    yield* untilNone(clearLocations(agendaUid), count)
    yield* pruneLog(agendaUid, Number.MAX_SAFE_INTEGER)
    // A consumer may have written places in its log since it was removed.
    const consumers = yield* ConsumerStore
    yield* atomically(Effect.zipRight(consumers.removeOfAgenda(agendaUid), removals.forget(agendaUid)))
  })

/**
 * Removes an agenda's record, memberships, invitations, webhooks and places of consumers in one transaction. Restricts
 * or revokes its keys. After the commit nothing of the agenda can be read; `sweepAgenda` deletes the rest. False when
 * there is no such agenda.
 */
const removeAgenda = (uid: number) =>
  atomically(Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const credentials = yield* CredentialStore
    const members = yield* MemberStore
    if ((yield* agendas.lock(uid)) === null) return false
    const revokedAt = yield* Clock.currentTimeMillis
    for (const key of yield* keysOf(({ agendaUids }) => (agendaUids ?? []).includes(uid))) {
      // A later agenda with the same uid must not inherit the keys.
      const others = (key.agendaUids ?? []).filter((named) => named !== uid)
      yield* credentials.put(others.length === 0 ? { ...key, revokedAt: key.revokedAt ?? revokedAt } : { ...key, agendaUids: others })
    }
    const all = yield* scanAll((after: number, limit) => members.scan({ agendaUid: uid }, after, limit), (member) => member.uid, 0)
    yield* Effect.forEach(all, (member) => members.remove(member.uid), { discard: true })
    yield* Effect.flatMap(InvitationStore, (invitations) => invitations.removeOfAgenda(uid))
    yield* Effect.flatMap(WebhookStore, (webhooks) => webhooks.removeOfAgenda(uid))
    yield* Effect.flatMap(ConsumerStore, (consumers) => consumers.removeOfAgenda(uid))
    yield* agendas.remove(uid)
    return true
  }))

type RemovalPorts =
  | AgendaStore
  | ChangeStore
  | ConsumerStore
  | CredentialStore
  | EventStore
  | ImageRecordStore
  | InvitationStore
  | LocationStore
  | MemberStore
  | RemovalStore
  | Transaction
  | UserStore
  | WebhookStore

/** Callback with the number of records removed so far. */
export type RemovalProgress = (done: number) => Effect.Effect<void>

/** Removes agendas and users with their data. For operators and embedders: it checks no caller. */
export class Removals extends Context.Tag("@agenda-engine/core/services/Removals")<Removals, {
  /** Dry run of `agenda`: what it would remove and what it would leave. */
  readonly ofAgenda: (uid: number) => Effect.Effect<AgendaContents, NotFound | StoreError>
  /**
   * Removes an agenda. One transaction removes the record, memberships, invitations and webhooks, so that no process
   * reads the agenda any more. Keys of this agenda alone are revoked; other keys lose it. Then its events with their
   * histories, its tombstones, its locations and its log of changes are removed in batches. Locations that other
   * agendas of the set share pass to one of them.
   *
   * An interrupted removal is finished by running it again, or by `sweep`; the uid stays taken until then.
   */
  readonly agenda: (uid: number, progress?: RemovalProgress) => Effect.Effect<void, NotFound | StoreError>
  /** Dry run of `user`: what it would remove and what it would leave. */
  readonly ofUser: (uid: number) => Effect.Effect<UserContents, NotFound | StoreError>
  /**
   * Removes a user in one transaction: the account, its memberships and its invitations. The user's keys are revoked
   * and lose their owner. Events of the user stay without contributor; state changes stay without author. `Conflict`:
   * an agenda would have no administrator left; the message lists them.
   */
  readonly user: (uid: number) => Effect.Effect<void, NotFound | Conflict | StoreError>
  /** Finishes interrupted removals of agendas, of any process. Costs one row read when there are none. */
  readonly sweep: (progress?: RemovalProgress) => Effect.Effect<void, StoreError>
}>() {
  /** Layer of Removals over the stores. */
  static readonly layer: Layer.Layer<Removals, never, RemovalPorts> = Layer.effect(Removals, Effect.suspend(() => make))
}

const noProgress: RemovalProgress = () => Effect.void

/** Adds up the batches and reports the running total. */
const counting = (progress: RemovalProgress) => {
  let done = 0
  return (records: number) =>
    Effect.suspend(() => {
      done += records
      return records === 0 ? Effect.void : progress(done)
    })
}

const make = Effect.gen(function*() {
  const removals = yield* RemovalStore
  const ports = yield* Effect.context<RemovalPorts>()

  return Removals.of({
    ofAgenda: Effect.fn("Removals.ofAgenda")(agendaContents, Effect.provide(ports)),

    agenda: Effect.fn("Removals.agenda")(function*(uid, progress = noProgress) {
      const isRemoved = yield* removeAgenda(uid)
      if (!isRemoved && !(yield* removals.removed).includes(uid)) return yield* new NotFound({ what: "agenda" })
      yield* sweepAgenda(uid, counting(progress))
    }, Effect.provide(ports)),

    ofUser: Effect.fn("Removals.ofUser")(userContents, Effect.provide(ports)),

    user: Effect.fn("Removals.user")(removeUser, Effect.provide(ports)),

    sweep: Effect.fn("Removals.sweep")(function*(progress = noProgress) {
      const count = counting(progress)
      yield* Effect.forEach(yield* removals.removed, (uid) => sweepAgenda(uid, count), { discard: true })
    }, Effect.provide(ports))
  })
})
