import { isStoreError, type StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { atomically } from "@agenda-engine/core/services/transaction/atomically"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { plan, uidsOf } from "../cases/plans.js"
import {
  agendas,
  credentials,
  events,
  locations,
  members,
  networks,
  revisions,
  searches,
  tombstones,
  transact,
  transaction,
  users
} from "../storeCalls.js"
import {
  sampleAgenda,
  sampleEvent,
  sampleKey,
  sampleLocation,
  sampleMember,
  sampleNetwork,
  sampleTombstone,
  sampleUser
} from "../testing/SampleRecords.js"

/** What a program in another process tells the case, hears from it, and its end. */
export interface Conversation {
  readonly say: (value: unknown) => Effect.Effect<void>
  /** Waits until the case tells it to go on. */
  readonly goOn: Effect.Effect<void>
  /** Ends the process at once, as by SIGKILL. */
  readonly die: Effect.Effect<never>
}

type Call<A> = Effect.Effect<A, StoreError, Stores>

const putEvent = (uid: number, given: Parameters<typeof sampleEvent>[1] = {}): Call<void> => {
  const { index, record } = sampleEvent(uid, given)
  return events((store) => store.put(record, index))
}

/** Added to the version: the uid of the event that only this version has. */
const versionUid = 1_000

/** The writes of a version, in every port, in the order in which they are made. Their order is part of no demand. */
const writes = (version: number): ReadonlyArray<Call<unknown>> => {
  const { index, record } = sampleLocation(1, 1, { name: `${version}` })
  return [
    agendas((store) => store.lock(1)),
    agendas((store) => store.put(sampleAgenda(1, { updatedAt: version }))),
    agendas((store) => store.setClock(1, { changedAt: version })),
    users((store) => store.put(sampleUser(1, { name: `${version}` }))),
    members((store) => store.put(sampleMember(1, 1, { name: `${version}` }))),
    locations((store) => store.put(record, index)),
    networks((store) => store.put(sampleNetwork(1, { title: `${version}` }))),
    putEvent(1, { version, keywords: [`v${version}`], extIds: [{ key: "version", value: `${version}` }] }),
    events((store) => store.remove(versionUid + version - 1)),
    putEvent(versionUid + version),
    tombstones((store) => store.put(sampleTombstone(7, { removedAt: version }), null)),
    credentials((store) => store.put(sampleKey("k", 1, { expiresAt: version }))),
    revisions((store) => store.raise("a", version))
  ]
}

/** Writes a version in every port, in one transaction. */
export const writeVersion = (version: number): Call<void> => atomically(Effect.all(writes(version), { discard: true }))

/** The versions that one process reads, by what it reads; null where nothing is. */
type Versions = Readonly<Record<string, number | null>>

const numberOf = (text: string | undefined): number | null => text === undefined ? null : Number(text)

/** Reads the version of every port, in single reads and lists. */
export const readVersions: Call<Versions> = Effect.gen(function*() {
  const event = yield* events((store) => store.find(1, { _tag: "Uid", uid: 1 }))
  const listed = yield* searches((store) => store.search(plan({ where: [{ _tag: "Uid", in: [1] }] })))
  const uids = yield* uidsOf(plan({}))
  const heads = listed.hits.flatMap((hit) => hit._tag === "Event" ? [hit.head.version] : [])
  const found = yield* agendas((store) => store.find({ _tag: "Uid", uid: 1 }))
  const user = yield* users((store) => store.find(1))
  const member = yield* members((store) => store.find(1))
  const location = yield* locations((store) => store.find(1))
  const network = yield* networks((store) => store.find(1))
  const tombstone = yield* tombstones((store) => store.find(1, 7, "public"))
  const key = yield* credentials((store) => store.find("k"))
  const [revision = null] = yield* revisions((store) => store.read(["a"]))
  const only = uids.filter((uid) => uid > versionUid)
  return {
    agenda: found?.updatedAt ?? null,
    user: numberOf(user?.name),
    member: numberOf(member?.name),
    location: numberOf(location?.name),
    network: numberOf(network?.title),
    event: event?.version ?? null,
    "event in the list": heads[0] ?? null,
    "external id": numberOf(event?.extIds[0]?.value),
    "event of the version": only.length === 1 ? (only[0] ?? 0) - versionUid : null,
    tombstone: tombstone?.removedAt ?? null,
    key: key?.expiresAt ?? null,
    revision
  }
})

/** Reads the clock of agenda 1, under its lock. */
export const readClock: Call<number | null> = Effect.map(transact(agendas((store) => store.lock(1))), (clock) => clock?.changedAt ?? null)

/** Adds one to the clock of agenda 1, under its lock, so many times. */
export const tick = (times: number): Call<void> =>
  Effect.forEach(
    Array.from({ length: times }),
    () =>
      atomically(Effect.gen(function*() {
        const clock = yield* agendas((store) => store.lock(1))
        yield* Effect.sleep(1)
        yield* agendas((store) => store.setClock(1, { changedAt: (clock?.changedAt ?? 0) + 1 }))
      })),
    { discard: true }
  )

/** Adds one to the clock of agenda 1, under its lock, in a transaction that waits in between. */
const tickSlowly = ({ goOn, say }: Conversation): Call<void> =>
  transact(Effect.gen(function*() {
    const clock = yield* agendas((store) => store.lock(1))
    yield* say("locked")
    yield* goOn
    yield* agendas((store) => store.setClock(1, { changedAt: (clock?.changedAt ?? 0) + 1 }))
  }))

/** The external id that processes compete for in round `round`. */
const racedId = (round: number) => ({ key: "race", value: `${round}` })

/** Puts an event for each of so many external ids, unless there is one; returns how many it put. */
export const upsert = (first: number, rounds: number): Call<number> =>
  Effect.map(
    Effect.forEach(Array.from({ length: rounds }, (_, round) => round), (round) =>
      atomically(Effect.gen(function*() {
        yield* agendas((store) => store.lock(1))
        const known = yield* events((store) => store.find(1, { _tag: "ExtId", ...racedId(round) }))
        yield* Effect.sleep(1)
        if (known !== null) return 0
        yield* putEvent(first + round, { extIds: [racedId(round)] })
        return 1
      }))),
    (put) => put.reduce<number>((sum, one) => sum + one, 0)
  )

/** Puts an event with the slug of a number: `stored`, or the reason of the failure. */
export const takeSlug = (uid: number, number: number): Call<string> =>
  transact(putEvent(uid, { slug: `slug-${number}` })).pipe(
    Effect.as("stored"),
    Effect.catchIf(isStoreError, ({ reason }) => Effect.succeed(reason))
  )

/** Events that a transaction puts beside the version. */
const besideUids = Array.from({ length: 12 }, (_, index) => 500 + index)

const writeMany = (version: number): Call<void> =>
  Effect.zipRight(
    Effect.all(writes(version), { discard: true }),
    Effect.forEach(besideUids, (uid) => putEvent(uid, { version }), { discard: true })
  )

/** The different versions of the events that `commitForever` puts beside the version. */
export const readBeside: Call<ReadonlyArray<number | null>> = Effect.map(
  Effect.forEach(
    besideUids,
    (uid) => Effect.map(events((store) => store.find(1, { _tag: "Uid", uid })), (event) => event?.version ?? null)
  ),
  (versions) => [...new Set(versions)]
)

/** The programs that run in another process, by name. */
export const programs = {
  /** Reads all versions. */
  read: () => readVersions,
  clock: () => readClock,
  write: (_: Conversation, version = 0) => writeVersion(version),
  tick: (_: Conversation, times = 0) => tick(times),
  tickSlowly,
  upsert: (_: Conversation, first = 0, rounds = 0) => upsert(first, rounds),
  takeSlug: (_: Conversation, uid = 0, number = 0) => takeSlug(uid, number),
  /** Writes a version, waits inside the transaction, and then fails it. */
  hold: ({ goOn, say }: Conversation, version = 0) =>
    Effect.exit(transact(Effect.gen(function*() {
      yield* Effect.all(writes(version), { discard: true })
      yield* say("written")
      yield* goOn
      return yield* Effect.fail("undo")
    }))),
  /** Reads all versions twice on one snapshot, and waits between. */
  snapshot: ({ goOn, say }: Conversation) =>
    transaction(({ snapshot }) =>
      snapshot(Effect.gen(function*() {
        yield* say(yield* readVersions)
        yield* goOn
        return yield* readVersions
      }))
    ),
  /** Commits a version and ends at once. */
  commitAndDie: ({ die }: Conversation, version = 0) => Effect.zipRight(writeVersion(version), die),
  /** Ends inside the transaction, after so many writes. */
  writeAndDie: ({ die }: Conversation, version = 0, count = 0) =>
    transact(Effect.zipRight(Effect.all(writes(version).slice(0, count), { discard: true }), die)),
  /** Commits one version after the other; says when a commit begins, and how many milliseconds it took. */
  commitForever: ({ say }: Conversation, first = 0) =>
    Effect.gen(function*() {
      for (let version = first;; version++) {
        let begin = 0
        yield* transact(Effect.gen(function*() {
          yield* writeMany(version)
          yield* say({ committing: version })
          begin = yield* Clock.currentTimeMillis
        }))
        yield* say({ committed: version, time_ms: (yield* Clock.currentTimeMillis) - begin })
      }
    })
} as const satisfies Readonly<Record<string, (conversation: Conversation, ...input: ReadonlyArray<number>) => Call<unknown>>>

/** Name of a program. */
export type ProgramName = keyof typeof programs
