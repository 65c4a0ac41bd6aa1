import type { EngineError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as Cause from "effect/Cause"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Random from "effect/Random"
import { testEngine } from "../testing/testEngine.js"
import { CurrentFaults, type Faults, seededFaults } from "./Fault.js"
import { creation, type FaultOperation, operations, removal, type Target } from "./faultOperations.js"
import { dump, eventUids, type FaultWorld, makeWorld, readLists, readUncached } from "./FaultWorld.js"
import { faultyStores } from "./faultyStores.js"

/** A rule that an operation with faults broke. */
export interface BrokenRule {
  readonly seed: number
  readonly operation: string
  /** The injected faults, in order. */
  readonly faults: ReadonlyArray<string>
  /** What happened instead. */
  readonly broken: string
}

/** The outcome of a run. */
export interface FaultReport {
  /** Number of operations that succeeded, failed or were interrupted. */
  readonly outcomes: { readonly succeeded: number; readonly failed: number; readonly interrupted: number }
  readonly broken: ReadonlyArray<BrokenRule>
}

const tags = {
  Invalid: true,
  Unauthorized: true,
  Forbidden: true,
  NotFound: true,
  Conflict: true,
  VersionMismatch: true,
  IdempotencyConflict: true,
  CursorExpired: true,
  StoreError: true
} satisfies { readonly [T in EngineError["_tag"]]: true }

/** Whether a cause has typed failures of the engine and interruptions only. */
const isTyped = (cause: Cause.Cause<unknown>): boolean =>
  Chunk.isEmpty(Cause.defects(cause)) &&
  Chunk.every(Cause.failures(cause), (error) => Predicate.hasProperty(error, "_tag") && String(error._tag) in tags)

/** Maximum number of events of the world; one more and an event is removed instead. */
const events_max = 8

/** The operation of a seed. */
const chooseOperation = (random: Random.Random, events: number): Effect.Effect<FaultOperation> =>
  events === 0
    ? Effect.succeed(creation)
    : events > events_max
    ? Effect.succeed(removal)
    : Effect.map(random.nextIntBetween(0, operations.length), (index) => operations[index] ?? creation)

/** Default time limit of a seed, milliseconds. */
const seedTime_ms_max = 20_000

const runSeed = Effect.fnUntraced(function*(world: FaultWorld, seed: number, faults: Faults, onOperation: (name: string) => void) {
  const random = Random.make(seed)
  const uids = yield* eventUids(world)
  const operation = yield* chooseOperation(random, uids.length)
  const eventUid = uids[yield* random.nextIntBetween(0, Math.max(1, uids.length))] ?? 0
  const target: Target = { world, token: `word${seed}`, eventUid }
  onOperation(operation.name)
  yield* readLists(world)
  const before = yield* dump(world)
  const fiber = yield* Effect.fork(Effect.provideService(operation.run(target), CurrentFaults, faults))
  const exit = yield* Fiber.await(fiber)
  const after = yield* dump(world)
  const isComplete = yield* Effect.catchAll(operation.isComplete(target), () => Effect.succeed(false))
  const cached = yield* readLists(world)
  const uncached = yield* readUncached(world)

  const broken: Array<string> = []
  if (Exit.isFailure(exit) && !isTyped(exit.cause)) broken.push(`an untyped failure: ${Cause.pretty(exit.cause)}`)
  if (Exit.isSuccess(exit) && !isComplete) broken.push("a success of which not everything is stored")
  if (after !== before && !isComplete) broken.push("a part of the operation is stored")
  if (Exit.isFailure(exit) && after !== before && !(yield* faults.isAmbiguous)) broken.push("a failure that changed what is stored")
  cached.forEach((list, index) => {
    if (list !== uncached[index]) broken.push(`a stale list: ${list} instead of ${uncached[index] ?? "none"}`)
  })
  const drawn = yield* faults.drawn
  return {
    outcome: Exit.isSuccess(exit) ? "succeeded" : Cause.isInterrupted(exit.cause) ? "interrupted" : "failed",
    broken: broken.map((broken): BrokenRule => ({ seed, operation: operation.name, faults: drawn, broken }))
  } as const
})

/**
 * Runs operations of the engine over stores whose calls fail, wait and are interrupted, one operation per seed from
 * `first` on, and checks after each one:
 *
 * - nothing is half written: a failure before a commit changes nothing; otherwise all or nothing is stored;
 * - every failure is an error of the engine, never a defect;
 * - lists that caches answer are those that the stores have.
 *
 * The seeds write to one agenda, which they find as the seeds before left it: a failure is repeated from the same
 * `first`. A seed that does not end within `time_ms_max` (20 000), such as one whose store keeps a lock, is reported
 * and ends the run.
 */
export const runFaults = <E, R>(
  stores: Layer.Layer<Stores, E, R>,
  { count, first, time_ms_max = seedTime_ms_max }: {
    readonly count: number
    readonly first: number
    readonly time_ms_max?: number
  }
): Effect.Effect<FaultReport, unknown, R> =>
  Effect.gen(function*() {
    const world = yield* makeWorld
    const outcomes = { succeeded: 0, failed: 0, interrupted: 0 }
    const broken: Array<BrokenRule> = []
    for (let seed = first; seed < first + count; seed++) {
      const faults = seededFaults(seed)
      let name = "none yet"
      const result = yield* runSeed(world, seed, faults, (operation) => {
        name = operation
      }).pipe(Effect.disconnect, Effect.timeoutOption(time_ms_max))
      if (Option.isNone(result)) {
        broken.push({ seed, operation: name, faults: yield* faults.drawn, broken: `it did not end within ${time_ms_max} ms` })
        break
      }
      outcomes[result.value.outcome] += 1
      broken.push(...result.value.broken)
    }
    return { outcomes, broken }
  }).pipe(Effect.provide(Layer.provideMerge(testEngine, Layer.map(stores, faultyStores))))
