import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import type { Case, Steps } from "../Case.js"
import { plan } from "../cases/plans.js"
import { ConformanceFailure } from "../ConformanceFailure.js"
import { expectAnswer, expectEqual } from "../expect.js"
import { searches } from "../storeCalls.js"
import { readBeside, readClock, readVersions, takeSlug, tick, upsert, writeVersion } from "./programs.js"
import { type ProcessOptions, type StoreProcess, storeProcesses } from "./StoreProcess.js"

/** What a case has: the database open in this process, and other processes that open it. */
interface Places {
  /** Runs an effect on the connection of this process. */
  readonly here: <A, E>(effect: Effect.Effect<A, E, Stores>) => Effect.Effect<A, E>
  /** Runs an effect on a new connection of this process. */
  readonly anew: <A, E>(effect: Effect.Effect<A, E, Stores>) => Effect.Effect<A, unknown>
  /** Another process with the database open. */
  readonly another: Effect.Effect<StoreProcess, unknown, Scope.Scope>
}

type Check = (places: Places) => Steps<Scope.Scope>

type ProcessCase = readonly [demand: string, clause: string, title: string, check: Check]

/** The versions of a process that reads this version everywhere. */
const allOf = (version: number, versions: unknown): unknown =>
  typeof versions === "object" && versions !== null ? Object.fromEntries(Object.keys(versions).map((name) => [name, version])) : version

/** Fails unless everything that was read is of this version. */
const expectVersion = <A, E, R>(what: string, read: Effect.Effect<A, E, R>, version: number) =>
  Effect.flatMap(read, (versions) => expectEqual(what, versions, allOf(version, versions)))

/** Fails unless a process ended by SIGKILL, which it does behind what it was asked for. */
const expectKilled = (process: StoreProcess) =>
  Effect.flatMap(
    process.ended,
    (end) => end.signal === "SIGKILL" ? Effect.void : new ConformanceFailure({ what: end.message, expected: "SIGKILL", actual: end.signal })
  )

/** How long a slow transaction takes, milliseconds: longer than usual leases and time limits of locks. */
const slow_ms = 5_500

const Committing = Schema.Struct({ committing: Schema.Number })
const Committed = Schema.Struct({ committed: Schema.Number, time_ms: Schema.Number })

/** Commits that are measured before the one in whose midst the process is killed. */
const measured = 4

/** Kills a process at this share of the time that a commit takes; returns the version last acknowledged. */
const killInCommit = (process: StoreProcess, first: number, share: number) =>
  Effect.gen(function*() {
    yield* process.begin("commitForever", first)
    let longest_ms = 0
    for (let version = first; version < first + measured; version++) {
      yield* Effect.flatMap(process.said, Schema.decodeUnknown(Committing))
      const { time_ms } = yield* Effect.flatMap(process.said, Schema.decodeUnknown(Committed))
      longest_ms = Math.max(longest_ms, time_ms)
    }
    yield* Effect.flatMap(process.said, Schema.decodeUnknown(Committing))
    yield* Effect.sleep(longest_ms * share)
    yield* process.kill
    return first + measured - 1
  })

const cases: ReadonlyArray<ProcessCase> = [
  [
    "visible",
    "wire.md §1, a write is readable at once by every process",
    "a commit is visible in another process at once, in single reads and lists of every port, in both directions",
    function*({ another, here }) {
      yield* here(writeVersion(1))
      const other = yield* another
      yield* expectVersion("what the other process reads of its first version", other.run("read"), 1)
      yield* other.run("write", 2)
      yield* expectVersion("what this process reads of what the other wrote", here(readVersions), 2)
      yield* here(writeVersion(3))
      yield* expectVersion("what the other process reads of what this one wrote", other.run("read"), 3)
    }
  ],
  [
    "caches",
    "wire.md §1, a write is readable at once by every process",
    "a process that has read records and lists reads what another process changed since, each time",
    function*({ another, here }) {
      yield* here(writeVersion(1))
      const other = yield* another
      for (let version = 2; version <= 9; version++) {
        yield* other.run("read")
        yield* here(readVersions)
        yield* version % 2 === 0 ? here(writeVersion(version)) : other.run("write", version)
        yield* expectVersion(`what the other process reads of version ${version}`, other.run("read"), version)
        yield* expectVersion(`what this process reads of version ${version}`, here(readVersions), version)
      }
    }
  ],
  [
    "closed",
    "Transaction.run",
    "what a process has committed is there when it has closed the database",
    function*({ another, anew, here }) {
      yield* here(writeVersion(1))
      const other = yield* another
      yield* other.run("write", 2)
      yield* other.close
      yield* expectVersion("what this process reads", here(readVersions), 2)
      yield* expectVersion("what a new connection reads", anew(readVersions), 2)
    }
  ],
  [
    "uncommitted",
    "Transaction.run",
    "a process does not see what another has not committed, nor what it rolled back",
    function*({ another, here }) {
      yield* here(writeVersion(1))
      const other = yield* another
      yield* other.begin("hold", 2)
      yield* expectEqual("what the other process said", yield* other.said, "written")
      yield* expectVersion("what this process reads meanwhile", here(readVersions), 1)
      yield* other.goOn
      yield* expectVersion("what this process reads after the rollback", here(readVersions), 1)
      yield* expectVersion("what the other process reads after its rollback", other.run("read"), 1)
    }
  ],
  ["snapshot", "Transaction.snapshot", "a snapshot sees one state while another process commits", function*({ another, here }) {
    yield* here(writeVersion(1))
    const other = yield* another
    yield* other.begin("snapshot")
    yield* expectVersion("the first reads of the snapshot", other.said, 1)
    yield* here(writeVersion(2))
    yield* expectVersion("its later reads", other.goOn, 1)
    yield* expectVersion("the reads after it", other.run("read"), 2)
  }],
  [
    "writers",
    "AgendaStore.lock",
    "writers in two processes that lock one agenda run one after the other and lose no clock update",
    function*({ another, here }) {
      yield* here(writeVersion(1))
      const other = yield* another
      yield* Effect.all([other.run("tick", 25), here(tick(25))], { concurrency: 2 })
      yield* expectAnswer("the clock after fifty ticks, in this process", here(readClock), 51)
      yield* expectAnswer("the clock in the other process", other.run("clock"), 51)
    }
  ],
  [
    "outlasts",
    "AgendaStore.lock",
    "a transaction that takes 5.5 seconds keeps its lock while a writer in another process waits, and none of their clock updates is lost",
    function*({ another, here }) {
      yield* here(writeVersion(1))
      const other = yield* another
      yield* other.begin("tickSlowly")
      yield* expectEqual("what the other process said", yield* other.said, "locked")
      const rival = yield* Effect.fork(here(tick(1)))
      yield* Effect.sleep(slow_ms)
      yield* other.goOn
      yield* Fiber.join(rival)
      yield* expectAnswer("the clock after two ticks", here(readClock), 3)
    }
  ],
  [
    "upsert-races",
    "wire.md §1, external identifiers",
    "writers in two processes that upsert the same external ids create one event for each",
    function*({ another, here }) {
      yield* here(writeVersion(1))
      const other = yield* another
      const counts = yield* Effect.all([other.run("upsert", 2_000, 12), here(upsert(3_000, 12))], { concurrency: 2 })
      yield* expectEqual("how many events both created", counts.reduce<number>((sum, count) => sum + Number(count), 0), 12)
      const { total } = yield* here(searches((store) => store.search(plan({ limit: 0 }))))
      yield* expectEqual("how many events there are", total, 14)
    }
  ],
  ["unique", "EventStore.put", "a slug that one process has stored is refused to another with `Conflict`", function*({ another, here }) {
    yield* here(writeVersion(1))
    const other = yield* another
    yield* expectAnswer("a new slug, in this process", here(takeSlug(4, 1)), "stored")
    yield* expectAnswer("that slug, in the other process", other.run("takeSlug", 5, 1), "Conflict")
    yield* expectAnswer("a new slug, in the other process", other.run("takeSlug", 6, 2), "stored")
    yield* expectAnswer("that slug, in this process", here(takeSlug(7, 2)), "Conflict")
  }],
  [
    "killed.acknowledged",
    "Transaction.run",
    "what a process has committed is there when it is killed by SIGKILL right behind the commit",
    function*({ another, anew, here }) {
      yield* here(writeVersion(1))
      const other = yield* another
      yield* other.begin("commitAndDie", 2)
      yield* expectKilled(other)
      yield* expectVersion("what this process reads", here(readVersions), 2)
      yield* expectVersion("what a new connection reads", anew(readVersions), 2)
      yield* expectAnswer("the clock", anew(readClock), 2)
    }
  ],
  [
    "killed.uncommitted",
    "Transaction.run",
    "nothing is there of a transaction whose process was killed by SIGKILL before the commit, and its locks are gone",
    function*({ another, anew, here }) {
      yield* here(writeVersion(1))
      const other = yield* another
      yield* other.begin("writeAndDie", 2, 10)
      yield* expectKilled(other)
      yield* expectVersion("what this process reads", here(readVersions), 1)
      yield* expectVersion("what a new connection reads", anew(readVersions), 1)
      yield* here(writeVersion(2))
      yield* expectVersion("what this process reads of its next write", here(readVersions), 2)
    }
  ],
  [
    "killed.committing",
    "Transaction.run",
    "of a transaction whose process is killed by SIGKILL in the midst of its commit, everything is there or nothing",
    function*({ another, anew, here }) {
      yield* here(writeVersion(1))
      const acknowledged = yield* killInCommit(yield* another, 2, 0.5)
      const versions = yield* anew(readVersions)
      const seen = Object.values(versions)[0] ?? null
      yield* expectEqual("the versions that are there", [...new Set(Object.values(versions))], [seen])
      yield* expectAnswer("the versions of the events put last", anew(readBeside), [seen])
      yield* expectEqual("whether all that was acknowledged is there", seen !== null && seen >= acknowledged, true)
      yield* expectEqual("what this process reads", yield* here(readVersions), versions)
    }
  ]
]

/** Time limit of a case with other processes, milliseconds: their start takes longest. */
const caseTime_ms_max = 90_000

const unopenable = new ConformanceFailure({
  what: "opening the database in another process",
  expected: "a store with `database`, and the module that exports it",
  actual: "none; a store that processes cannot share declares `lacks.processes`"
})

/** The demands on a database that several processes open. Null: the module of the store is not known. */
export const processCases = (options: ProcessOptions | null): ReadonlyArray<Case> => {
  const processes = options === null ? null : storeProcesses(options)
  return cases.map(([demand, clause, title, check]) => ({
    id: `process.${demand}`,
    clause,
    title,
    needs: "processes",
    time_ms_max: caseTime_ms_max,
    run: ({ database }) =>
      Effect.gen(function*() {
        if (database === null || processes === null) return yield* unopenable
        const address = yield* database.create
        const layer = database.open(address)
        const stores = yield* Layer.build(layer)
        yield* Effect.fnUntraced(check)({
          here: Effect.provide(stores),
          anew: (effect) => Effect.provide(effect, Layer.fresh(layer)),
          another: processes.open(address)
        })
      })
  }))
}
