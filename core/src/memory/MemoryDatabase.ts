import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type * as Scope from "effect/Scope"
import { StoreError } from "../domain/error/EngineError.js"
import { emptyState, type MemoryState } from "./MemoryState.js"

/** The shared state behind the memory stores, with transactional access. */
export interface MemoryDatabase {
  /** Reads the state of the current transaction, or outside of one the committed state. */
  readonly read: <A>(select: (state: MemoryState) => A) => Effect.Effect<A>
  /**
   * Changes the state of the current transaction, or outside of one runs a transaction of its own. A `Refusal` fails
   * with `StoreError` reason `Conflict`.
   */
  readonly write: (operation: string, change: (state: MemoryState) => MemoryState | Refusal) => Effect.Effect<void, StoreError>
  /** `Transaction.run`. */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** `Transaction.snapshot`. */
  readonly snapshot: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** `Transaction.isActive`. */
  readonly isActive: Effect.Effect<boolean>
}

/** A rejected change: the unique value that another record has. */
export interface Refusal {
  readonly conflict: string
}

const conflict = (operation: string, refusal: Refusal): StoreError =>
  new StoreError({ reason: "Conflict", operation, cause: new Error(refusal.conflict) })

const readOnly = (operation: string): StoreError =>
  new StoreError({ reason: "ReadOnly", operation, cause: new Error("a snapshot only reads") })

/** The state of the current transaction or snapshot. */
interface CurrentState {
  readonly state: Ref.Ref<MemoryState>
  /** False inside a snapshot. */
  readonly isWritable: boolean
}

/**
 * Makes an empty database. Transactions run one at a time. Each works on a copy that only its own fibers see; success
 * commits the copy, failure discards it.
 */
export const make: Effect.Effect<MemoryDatabase, never, Scope.Scope> = Effect.gen(function*() {
  const committed = yield* Ref.make(emptyState)
  const writeLock = yield* Effect.makeSemaphore(1)
  // A joined child must not move its parent into the child's transaction.
  const current = yield* FiberRef.make(Option.none<CurrentState>(), { join: identity })

  /** Runs an effect on a copy of a state, and replaces the state by the copy on success. */
  const runOnCopy = <A, E, R>({ isWritable, state }: CurrentState, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const copy = yield* Ref.make(yield* Ref.get(state))
        const value = yield* restore(Effect.locally(effect, current, Option.some({ state: copy, isWritable })))
        yield* Ref.set(state, yield* Ref.get(copy))
        return value
      })
    )

  const run: MemoryDatabase["run"] = (effect) =>
    Effect.flatMap(FiberRef.get(current), (outer) =>
      Option.isSome(outer)
        ? runOnCopy(outer.value, effect)
        : writeLock.withPermits(1)(runOnCopy({ state: committed, isWritable: true }, effect)))

  const stateOf = (outer: Option.Option<CurrentState>): Ref.Ref<MemoryState> => Option.isSome(outer) ? outer.value.state : committed

  return {
    run,
    snapshot: (effect) =>
      Effect.gen(function*() {
        const outer = yield* FiberRef.get(current)
        const state = Option.isSome(outer) ? outer.value.state : Ref.unsafeMake(yield* Ref.get(committed))
        return yield* Effect.locally(effect, current, Option.some({ state, isWritable: false }))
      }),
    isActive: Effect.map(FiberRef.get(current), Option.isSome),
    read: (select) => Effect.flatMap(FiberRef.get(current), (outer) => Effect.map(Ref.get(stateOf(outer)), select)),
    write: (operation, change) =>
      run(
        Effect.flatMap(FiberRef.get(current), (outer) =>
          Option.isSome(outer) && !outer.value.isWritable ? readOnly(operation) : Effect.flatten(Ref.modify(
            stateOf(outer),
            (state): readonly [Effect.Effect<void, StoreError>, MemoryState] => {
              const changed = change(state)
              return "conflict" in changed ? [Effect.fail(conflict(operation, changed)), state] : [Effect.void, changed]
            }
          )))
      )
  }
})
