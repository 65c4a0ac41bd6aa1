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

/**
 * Makes an empty database. Transactions run one at a time. Each works on a copy that only its own fibers see; success
 * commits the copy, failure discards it.
 */
export const make: Effect.Effect<MemoryDatabase, never, Scope.Scope> = Effect.gen(function*() {
  const committed = yield* Ref.make(emptyState)
  const writeLock = yield* Effect.makeSemaphore(1)
  // A joined child must not move its parent into the child's transaction.
  const currentState = yield* FiberRef.make(Option.none<Ref.Ref<MemoryState>>(), { join: identity })

  /** Runs an effect on a copy of a state, and replaces the state by the copy on success. */
  const runOnCopy = <A, E, R>(state: Ref.Ref<MemoryState>, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const copy = yield* Ref.make(yield* Ref.get(state))
        const value = yield* restore(Effect.locally(effect, currentState, Option.some(copy)))
        yield* Ref.set(state, yield* Ref.get(copy))
        return value
      })
    )

  const run: MemoryDatabase["run"] = (effect) =>
    Effect.flatMap(
      FiberRef.get(currentState),
      (current) => Option.isSome(current) ? runOnCopy(current.value, effect) : writeLock.withPermits(1)(runOnCopy(committed, effect))
    )

  return {
    run,
    snapshot: (effect) =>
      Effect.flatMap(
        FiberRef.get(currentState),
        (current) =>
          Option.isSome(current) ?
            effect :
            Effect.flatMap(Ref.get(committed), (state) => Effect.locally(effect, currentState, Option.some(Ref.unsafeMake(state))))
      ),
    isActive: Effect.map(FiberRef.get(currentState), Option.isSome),
    read: (select) =>
      Effect.flatMap(FiberRef.get(currentState), (current) => Effect.map(Ref.get(Option.getOrElse(current, () => committed)), select)),
    write: (operation, change) =>
      run(Effect.flatMap(FiberRef.get(currentState), (current) =>
        Effect.flatten(Ref.modify(
          Option.getOrElse(current, () => committed),
          (state): readonly [Effect.Effect<void, StoreError>, MemoryState] => {
            const changed = change(state)
            return "conflict" in changed ? [Effect.fail(conflict(operation, changed)), state] : [Effect.void, changed]
          }
        ))))
  }
})
