import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import type * as Scope from "effect/Scope"
import { StoreError } from "../domain/EngineError.js"
import { emptyState, type MemoryState } from "./MemoryState.js"

/** The one value behind the memory stores, and the only ways to it. */
export interface MemoryDatabase {
  /** Reads what the current transaction sees; outside of one what was committed last. */
  readonly read: <A>(look: (state: MemoryState) => A) => Effect.Effect<A>
  /** Changes what the current transaction sees; outside of one the change is a transaction of its own. */
  readonly write: (operation: string, change: (state: MemoryState) => MemoryState | Refusal) => Effect.Effect<void, StoreError>
  /** `Transaction.run`. */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Why a change cannot be made: what another record holds already. */
export interface Refusal {
  readonly conflict: string
}

const conflict = (operation: string, refusal: Refusal): StoreError =>
  new StoreError({ reason: "Conflict", operation, cause: new Error(refusal.conflict) })

/**
 * Makes a database that holds nothing. One transaction runs at a time; it works on a copy that only its own fibers see, which takes the
 * place of the committed state when it succeeds and is dropped when it does not.
 */
export const make: Effect.Effect<MemoryDatabase, never, Scope.Scope> = Effect.gen(function*() {
  const committed = yield* Ref.make(emptyState)
  const writers = yield* Effect.makeSemaphore(1)
  // Joining a fiber never moves the joiner into that fiber's transaction.
  const working = yield* FiberRef.make(Option.none<Ref.Ref<MemoryState>>(), { join: identity })

  /** Runs an effect on a copy of a state, which takes the state's place when it succeeds. */
  const onCopyOf = <A, E, R>(state: Ref.Ref<MemoryState>, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const copy = yield* Ref.make(yield* Ref.get(state))
        const value = yield* restore(Effect.locally(effect, working, Option.some(copy)))
        yield* Ref.set(state, yield* Ref.get(copy))
        return value
      })
    )

  const run: MemoryDatabase["run"] = (effect) =>
    Effect.flatMap(
      FiberRef.get(working),
      (current) => Option.isSome(current) ? onCopyOf(current.value, effect) : writers.withPermits(1)(onCopyOf(committed, effect))
    )

  return {
    run,
    read: (look) =>
      Effect.flatMap(FiberRef.get(working), (current) => Effect.map(Ref.get(Option.getOrElse(current, () => committed)), look)),
    write: (operation, change) =>
      run(Effect.flatMap(FiberRef.get(working), (current) =>
        Effect.flatten(Ref.modify(
          Option.getOrElse(current, () => committed),
          (state): readonly [Effect.Effect<void, StoreError>, MemoryState] => {
            const changed = change(state)
            return "conflict" in changed ? [Effect.fail(conflict(operation, changed)), state] : [Effect.void, changed]
          }
        ))))
  }
})
