import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { formatUtc } from "../../derive/dates/formatInstant.js"
import { operator } from "../../domain/access/Credential.js"
import { causeMessage } from "../../domain/error/causeMessage.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { ChangeStore } from "../../ports/change/ChangeStore.js"
import { ConsumerStore } from "../../ports/change/ConsumerStore.js"
import { Secrets } from "../../ports/Secrets.js"
import type { Transaction } from "../../ports/Transaction.js"
import { type ChangePlace, type ChangeRecord, logStart } from "../../record/ChangeRecord.js"
import type { ConsumerPlace, ParkedChange } from "../../record/ConsumerRecord.js"
import { consumerDelay } from "../../schedule/retryDelay.js"
import { type Access, authorized } from "../Access.js"
import { readKept } from "../change/readKept.js"
import { Changes } from "../Changes.js"
import { typedAnswer } from "../event/typedAnswer.js"
import { Events } from "../Events.js"
import { atomically } from "../transaction/atomically.js"
import type { Consume, ConsumedChange } from "./CurrentConsumers.js"

/** Changes that a consumer is given at once. */
const batch_changes_max = 100

/** Characters of a failure that are kept. */
const consumerError_chars_max = 1_000

/** Changes that are given one at a time after a failure, before the next batch. */
const singly_changes_max = 10

/** Agendas and parked changes that are looked up at once. */
const found_max = 32

/** The services and ports of consumers. */
export type ConsumerPorts = Access | AgendaStore | Changes | ChangeStore | ConsumerStore | Events | Secrets | Transaction

/** The right of a process to give a consumer changes. */
interface Lease {
  readonly name: string
  readonly owner: string
  readonly consume: Consume
  /** The id of the logs of this database. */
  readonly generation: string
  /** Whether the process that had it before did not give it back: it may have died of a change. */
  readonly isTakenOver: boolean
  /** Agendas of which this process has handled changes. */
  readonly handled: Set<number>
}

/** What a turn has done. */
interface Turn {
  /** Number of handled changes. */
  readonly handled: number
  /** Whether another process has the lease now. */
  readonly isLost: boolean
}

const leaseEnd = Effect.map(
  Effect.all([Clock.currentTimeMillis, CurrentLimits]),
  ([now, { consumer_seconds_max }]) => now + 2 * consumer_seconds_max * 1_000
)

/** Takes the lease of a consumer; null when another process has it. */
const claim = (name: string, consume: Consume) =>
  Effect.gen(function*() {
    const { make } = yield* Secrets
    const [owner, candidate] = [yield* make, yield* make]
    return yield* atomically(Effect.gen(function*() {
      const store = yield* ConsumerStore
      yield* store.add(name)
      const record = yield* store.lock(name, "exclusive")
      if (record === null || record.leaseUntil > (yield* Clock.currentTimeMillis)) return null
      yield* store.put({ name, owner, leaseUntil: yield* leaseEnd })
      const generation = yield* Effect.flatMap(ChangeStore, (log) => log.generation(candidate))
      return { name, owner, consume, generation, isTakenOver: record.leaseUntil > 0, handled: new Set() } satisfies Lease
    }))
  })

/**
 * Writes while this process has the lease, and renews it until `until`; null: the lease keeps its end. Returns false,
 * and writes nothing, when another process has the lease.
 */
const write = <R = never>(
  { name, owner }: Lease,
  until: Effect.Effect<number> | null,
  change: (store: Context.Tag.Service<ConsumerStore>) => Effect.Effect<void, StoreError, R> = () => Effect.void
) =>
  atomically(Effect.gen(function*() {
    const store = yield* ConsumerStore
    const record = yield* store.lock(name, "exclusive")
    if (record?.owner !== owner) return false
    yield* change(store)
    yield* store.put({ name, owner, leaseUntil: until === null ? record.leaseUntil : yield* until })
    return true
  }))

/** Whether something of an agenda is kept: a removed one has a log until its contents are deleted. */
const isKnown = (uid: number) =>
  Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const log = yield* ChangeStore
    return (yield* agendas.find({ _tag: "Uid", uid })) !== null || (yield* log.read(uid, logStart, 1)).length > 0
  })

/** Writes what came of changes of an agenda, unless nothing of it is left. False when another process has the lease. */
const settle = (
  lease: Lease,
  agendaUid: number,
  change: (store: Context.Tag.Service<ConsumerStore>) => Effect.Effect<void, StoreError>,
  until: Effect.Effect<number> | null = leaseEnd
) => write(lease, until, (store) => Effect.flatMap(isKnown(agendaUid), (known) => known ? change(store) : Effect.void))

/** Changes of an agenda as the host is given them; null: there is no such agenda any more. */
const present = (agendaUid: number, records: ReadonlyArray<ChangeRecord>) =>
  authorized(operator, { _tag: "Uid", uid: agendaUid }, "events:read", (authorization) =>
    Effect.gen(function*() {
      const changes = yield* Changes
      const events = yield* Events
      const eventOf = yield* Effect.cachedFunction((uid: number) =>
        events.get(authorization, { _tag: "Uid", uid }).pipe(
          Effect.map(({ event }): ConsumedChange["after"] => typedAnswer(event)),
          Effect.catchTag("NotFound", () => Effect.succeed(null))
        )
      )
      return yield* Effect.forEach(records, (record) =>
        Effect.gen(function*() {
          const { at, by, kind, type, uid, version } = record
          const after = type === "event" ? yield* eventOf(uid) : null
          const cursor = yield* changes.cursorAfter(authorization, record)
          return { cursor, at: formatUtc(at), agendaUid, uid, by, version, kind, type, after } satisfies ConsumedChange
        }))
    })).pipe(
      Effect.catchTags({
        NotFound: () => Effect.succeed(null),
        // The operator may read everything, and the view is fixed.
        Forbidden: Effect.die,
        Invalid: Effect.die,
        Unauthorized: Effect.die
      })
    )

/** Why a consumer did not handle a batch. */
interface Failed {
  readonly error: string
  /** Whether it took too long: it may still run. */
  readonly isLate: boolean
}

/** Gives a batch to the host, once. Returns why it failed; null when it did not. */
const attempt = (consume: Consume, batch: ReadonlyArray<ConsumedChange>): Effect.Effect<Failed | null> =>
  Effect.gen(function*() {
    const { consumer_seconds_max } = yield* CurrentLimits
    const failed = (failure: unknown) => (causeMessage(failure) || String(failure)).slice(0, consumerError_chars_max)
    return yield* Effect.suspend(() => consume(batch)).pipe(
      Effect.as(null),
      Effect.catchAllCause((cause) => Effect.succeed<Failed>({ error: failed(Cause.squash(cause)), isLate: false })),
      Effect.disconnect,
      Effect.timeoutTo({
        duration: `${consumer_seconds_max} seconds`,
        onSuccess: (ended): Failed | null => ended,
        onTimeout: (): Failed => ({ error: `the consumer took more than ${consumer_seconds_max} seconds`, isLate: true })
      })
    )
  })

const after = (place: ConsumerPlace, { ordinal, position }: ChangePlace, dueAt: number): ConsumerPlace => ({
  ...place,
  position,
  ordinal,
  attempts: 0,
  dueAt,
  error: null
})

/** The error of an attempt of which the process died: it was stored without one. */
const unended = "the attempt did not end: its process may have died"

/** A place with one more attempt. */
const withAttempt = (place: ConsumerPlace): Effect.Effect<ConsumerPlace> =>
  Effect.map(Clock.currentTimeMillis, (dueAt) => ({
    ...place,
    attempts: place.attempts + 1,
    dueAt,
    error: place.attempts > 0 ? place.error ?? unended : null
  }))

/**
 * Gives a batch as `attempt` does. The attempt is stored before, so that it counts even when the process dies of it,
 * and given back when the process is stopped, which does not renew the lease. Null: another process has the lease.
 */
const attemptStored = (
  lease: Lease,
  agendaUid: number,
  batch: ReadonlyArray<ConsumedChange>,
  store: (store: Context.Tag.Service<ConsumerStore>) => Effect.Effect<void, StoreError>,
  giveBack: (store: Context.Tag.Service<ConsumerStore>) => Effect.Effect<void, StoreError>
) =>
  Effect.flatMap(settle(lease, agendaUid, store), (isKept) =>
    isKept
      ? Effect.map(
        Effect.onInterrupt(attempt(lease.consume, batch), () => Effect.ignoreLogged(settle(lease, agendaUid, giveBack, null))),
        (failed) => ({ failed })
      )
      : Effect.succeed(null))

/**
 * Gives changes from a place on. The attempt is stored before when the last one failed, and when a process may have
 * died of it; see `attemptStored`.
 */
const give = (lease: Lease, place: ConsumerPlace, tried: ConsumerPlace, batch: ReadonlyArray<ConsumedChange>) =>
  (place.attempts > 0 || (lease.isTakenOver && !lease.handled.has(place.agendaUid))
    ? attemptStored(lease, place.agendaUid, batch, (store) => store.putPlace(tried), (store) => store.putPlace(place))
    : Effect.map(attempt(lease.consume, batch), (failed) => ({ failed }))).pipe(
      Effect.tap((ended) => ended?.failed === null ? Effect.sync(() => lease.handled.add(place.agendaUid)) : Effect.void)
    )

/** What follows a place, and where it begins: it may be deleted by now, or of another log. */
const readOn = Effect.fnUntraced(function*({ generation }: Lease, place: ConsumerPlace) {
  const isNew = place.generation === null
  const isOther = !isNew && place.generation !== generation
  const known: ChangePlace = isOther ? logStart : place
  const { isCut, records, start } = yield* readKept(place.agendaUid, known, batch_changes_max)
  if (!isOther && !isCut) return { place: { ...place, generation }, records }
  const missedAt = isNew ? null : yield* Clock.currentTimeMillis
  if (missedAt !== null) {
    yield* Effect.logWarning("changes were deleted before a consumer had them").pipe(
      Effect.annotateLogs({ consumer: place.consumer, agenda: place.agendaUid })
    )
  }
  return { place: { ...after(place, start, place.dueAt), generation, missedAt }, records }
})

/** Gives changes one at a time, until one fails that is to be tried again. */
const giveSingly = Effect.fnUntraced(function*(
  lease: Lease,
  start: ConsumerPlace,
  given: ReadonlyArray<readonly [record: ChangeRecord, change: ConsumedChange]>
) {
  let place = start
  let handled = 0
  for (const [record, change] of given) {
    // The process died of the last one.
    const isSpent = place.attempts > 0 && (yield* consumerDelay(place.attempts)) === null
    const tried = isSpent ? place : yield* withAttempt(place)
    const delay = yield* consumerDelay(tried.attempts)
    const ended = isSpent ? { failed: { error: place.error ?? unended } } : yield* give(lease, place, tried, [change])
    if (ended === null) return { handled, isLost: true }
    const error = ended.failed?.error ?? null
    const now = yield* Clock.currentTimeMillis
    const { attempts } = tried
    const isRetried = error !== null && delay !== null
    place = isRetried ? { ...tried, dueAt: now + delay, error } : after(place, record, now)
    const parked: ParkedChange | null = error === null || isRetried
      ? null
      : { consumer: lease.name, change: record, attempts, parkedAt: now, dueAt: null, error }
    if (parked !== null) {
      yield* Effect.logError("a change was parked: the consumer did not handle it").pipe(
        Effect.annotateLogs({ consumer: lease.name, agenda: record.agendaUid, kind: record.kind, uid: record.uid, error })
      )
    }
    const isKept = yield* settle(
      lease,
      record.agendaUid,
      (store) => Effect.zipRight(parked === null ? Effect.void : store.putParked(parked), store.putPlace(place))
    )
    if (!isKept) return { handled, isLost: true }
    if (isRetried) return { handled, isLost: false }
    if (error === null) handled++
  }
  return { handled, isLost: false }
})

/**
 * Gives the next changes of an agenda, all at once; when that fails, one at a time. A batch that took too long may
 * still be handled: the next turn gives its changes, after a delay.
 */
const takeTurn = Effect.fnUntraced(function*(lease: Lease, stored: ConsumerPlace) {
  const { place, records } = yield* readOn(lease, stored)
  const last = records.at(-1) ?? place
  const batch = yield* present(place.agendaUid, records)
  if (batch === null || batch.length === 0) {
    return { handled: 0, isLost: !(yield* settle(lease, place.agendaUid, (store) => store.putPlace(after(place, last, place.dueAt)))) }
  }
  if (batch.length > 1 && place.attempts === 0) {
    const tried = yield* withAttempt(place)
    const ended = yield* give(lease, place, tried, batch)
    if (ended === null) return { handled: 0, isLost: true }
    const { failed } = ended
    const isDone = failed === null
    const now = yield* Clock.currentTimeMillis
    const delay = failed?.isLate === true ? yield* consumerDelay(1) : null
    const late = failed === null || delay === null ? place : { ...tried, dueAt: now + delay, error: failed.error }
    const isKept = yield* settle(lease, place.agendaUid, (store) => store.putPlace(isDone ? after(place, last, now) : late))
    if (isDone || !isKept || delay !== null) return { handled: isDone ? batch.length : 0, isLost: !isKept }
  }
  return yield* giveSingly(lease, place, Arr.zip(records, batch).slice(0, singly_changes_max))
})

/** Gives a parked change again, once. */
const retryParked = Effect.fnUntraced(function*(lease: Lease, parked: ParkedChange) {
  const { change, consumer } = parked
  const batch = yield* present(change.agendaUid, [change])
  const isStored = Effect.fnUntraced(function*(store: Context.Tag.Service<ConsumerStore>) {
    const [stored] = yield* store.parked(consumer, { ...change, ordinal: change.ordinal - 1 }, 1)
    return stored?.change.position === change.position && stored.change.ordinal === change.ordinal
  })
  /** It may have been dropped meanwhile. */
  const put = (again: ParkedChange) => (store: Context.Tag.Service<ConsumerStore>) =>
    Effect.flatMap(isStored(store), (isThere) => isThere ? store.putParked(again) : Effect.void)
  const tried: ParkedChange = { ...parked, attempts: parked.attempts + 1, dueAt: null }
  const ended = batch === null
    ? { failed: null }
    : yield* attemptStored(lease, change.agendaUid, batch, put(tried), put(parked))
  if (ended === null) return { handled: 0, isLost: true }
  const error = ended.failed?.error ?? null
  const isKept = yield* settle(
    lease,
    change.agendaUid,
    error === null ? (store) => store.removeParked(consumer, change) : put({ ...tried, error })
  )
  return { handled: error === null ? 1 : 0, isLost: !isKept }
})

/** What a consumer has to do now. */
const findWork = Effect.fnUntraced(function*(name: string) {
  const store = yield* ConsumerStore
  const now = yield* Clock.currentTimeMillis
  const parked = yield* store.parked(name, { agendaUid: 0, ...logStart }, found_max, now)
  const places = yield* store.behind(name, now, found_max)
  return { parked, places, isNone: parked.length + places.length === 0 }
  // Without a span: each of these polls would be a trace, although most find nothing.
}, Effect.withTracerEnabled(false))

/** Does what there is to do, until there is nothing or the lease is lost. Returns the number of handled changes. */
const drain = (lease: Lease): Effect.Effect<number, StoreError, ConsumerPorts> =>
  Effect.gen(function*() {
    let handled = 0
    for (;;) {
      const { isNone, parked, places } = yield* findWork(lease.name)
      if (isNone) return handled
      const turns = [...parked.map((one) => retryParked(lease, one)), ...places.map((place) => takeTurn(lease, place))]
      for (const turn of turns) {
        const done: Turn = yield* turn
        handled += done.handled
        if (done.isLost) return handled
      }
    }
  })

/** Whether there are changes for a consumer that are due. */
export const isBehind = (name: string): Effect.Effect<boolean, StoreError, ConsumerStore> =>
  Effect.map(findWork(name), ({ isNone }) => !isNone)

/**
 * Gives a consumer the changes of all agendas that it has not had, in their order within each agenda, unless another
 * process does. Returns how many it handled. A process that dies or is stopped leaves at most one batch, which is given
 * again when the lease has ended: the function of the host may still run.
 */
export const consumeAll = (name: string, consume: Consume): Effect.Effect<number, StoreError, ConsumerPorts> =>
  Effect.acquireUseRelease(
    claim(name, consume),
    (lease) => lease === null ? Effect.succeed(0) : drain(lease),
    (lease, exit) => lease === null || Exit.isInterrupted(exit) ? Effect.void : Effect.ignoreLogged(write(lease, Effect.succeed(0)))
  )
