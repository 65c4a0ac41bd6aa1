import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"

/**
 * A key: a name and its parts. Keys are ordered part by part, numbers before texts, texts by code points, and a key
 * before the longer ones that it begins.
 */
export type Key = ReadonlyArray<number | string>

/** Reads one state: that of the last commit when it was asked for, or that of the commit it is in. */
export interface Reading<Value = unknown> {
  /** The value of a key, or null. */
  readonly get: (key: Key) => Value | null
  /**
   * The entries whose keys begin with `prefix` and are greater than `after`, if it is given, in the order of keys.
   * `after` begins with `prefix`. Nothing is written between the first and the last entry that is taken.
   */
  readonly range: (prefix: Key, after?: Key) => Iterable<readonly [key: Key, value: Value]>
}

/** Reads and writes inside one commit, which sees what it wrote. */
export interface Writing<Value = unknown> extends Reading<Value> {
  /** Stores a value; replaces the one that the key has. */
  readonly put: (key: Key, value: Value) => void
  /** Deletes an entry, if there is one. */
  readonly remove: (key: Key) => void
}

/** An ordered key-value store. */
export interface KeyValue<Value = unknown> {
  /** Runs an effect on the state of the last commit. */
  readonly read: <A, E, R>(use: (reading: Reading<Value>) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /**
   * Runs an effect once, as the only writer of every process. Success commits what it wrote; failure, defect and
   * interruption keep none of it. Fails with `Conflict` when another writer came first and a retry may succeed.
   */
  readonly commit: <A, E, R>(use: (writing: Writing<Value>) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
}
