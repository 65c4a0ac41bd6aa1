import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { StoreError } from "../domain/error/EngineError.js"
import type { Key, KeyValue, Reading, Writing } from "./KeyValue.js"

/** The transactions of a key-value store. */
export interface KeyValueDatabase {
  /** Reads in the current transaction or snapshot, or outside of one the last commit. */
  readonly read: <A>(select: (reading: Reading) => A) => Effect.Effect<A, StoreError>
  /** Writes in the current transaction, or outside of one in its own. A `Refusal` fails with `Conflict`. */
  readonly write: <A>(operation: string, change: (writing: Writing) => A | Refusal) => Effect.Effect<A, StoreError>
  /** `Transaction.run`. */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /** `Transaction.snapshot`. */
  readonly snapshot: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  readonly isActive: Effect.Effect<boolean>
}

/** A rejected change: the unique value that another record has. */
export class Refusal {
  constructor(readonly conflict: string) {}
}

/** What a fiber reads and, in a transaction, writes. */
interface Current {
  readonly reading: Reading
  readonly writing: Writing | null
}

/** Writes that can be undone, the last one first. */
const undoable = (writing: Writing): readonly [writing: Writing, undo: () => void] => {
  const before: Array<readonly [Key, unknown]> = []
  return [{
    ...writing,
    put: (key, value) => {
      before.push([key, writing.get(key)])
      writing.put(key, value)
    },
    remove: (key) => {
      before.push([key, writing.get(key)])
      writing.remove(key)
    }
  }, () => {
    for (const [key, value] of before.reverse()) {
      if (value === null) writing.remove(key)
      else writing.put(key, value)
    }
  }]
}

/** The transactions of a key-value store. Nested ones undo only what they wrote themselves. */
export const make = (store: KeyValue): Effect.Effect<KeyValueDatabase, never, Scope.Scope> =>
  Effect.map(
    // A joined child must not move its parent into the child's transaction.
    FiberRef.make(Option.none<Current>(), { join: identity }),
    (current): KeyValueDatabase => {
      const within = <A, E, R>(state: Current, effect: Effect.Effect<A, E, R>) => Effect.locally(effect, current, Option.some(state))
      const part = <A, E, R>(writing: Writing, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          const [own, undo] = undoable(writing)
          return Effect.onError(within({ reading: own, writing: own }, effect), () => Effect.sync(undo))
        })
      const run: KeyValueDatabase["run"] = (effect) =>
        Effect.flatMap(FiberRef.get(current), (outer) =>
          Option.isNone(outer)
            ? store.commit((writing) => within({ reading: writing, writing }, effect))
            : outer.value.writing === null
            ? within(outer.value, effect)
            : part(outer.value.writing, effect))
      return {
        run,
        isActive: Effect.map(FiberRef.get(current), Option.isSome),
        snapshot: (effect) =>
          Effect.flatMap(FiberRef.get(current), (outer) =>
            Option.isSome(outer)
              ? within({ reading: outer.value.reading, writing: null }, effect)
              : store.read((reading) => within({ reading, writing: null }, effect))),
        read: (select) =>
          Effect.flatMap(FiberRef.get(current), (outer) =>
            Option.isSome(outer)
              ? Effect.sync(() => select(outer.value.reading))
              : store.read((reading) => Effect.sync(() => select(reading)))),
        write: (operation, change) =>
          run(Effect.flatMap(FiberRef.get(current), (inner) => {
            const writing = Option.isSome(inner) ? inner.value.writing : null
            if (writing === null) {
              return new StoreError({ reason: "ReadOnly", operation, cause: new Error("a snapshot only reads") })
            }
            return Effect.suspend(() => {
              const changed = change(writing)
              return changed instanceof Refusal
                ? new StoreError({ reason: "Conflict", operation, cause: new Error(changed.conflict) })
                : Effect.succeed(changed)
            })
          }))
      }
    }
  )
