import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type * as Effect from "effect/Effect"

/**
 * A key: a name and its parts. Keys are ordered part by part, numbers before texts, texts by code points, and a key
 * before the longer ones that it begins.
 */
export type Key = ReadonlyArray<number | string>

/** Reads one state: that of the last commit when it was asked for, or that of the commit it is in. */
export interface Reading {
  /** The value of a key, or null. */
  readonly get: (key: Key) => string | null
  /** The entries whose keys begin with `prefix` and are greater than `after`, if it is given, in the order of keys. */
  readonly range: (prefix: Key, after?: Key) => Iterable<readonly [key: Key, value: string]>
}

/** Reads and writes inside one commit, which sees what it wrote. */
export interface Writing extends Reading {
  /** Stores a value; replaces the one that the key has. */
  readonly put: (key: Key, value: string) => void
  /** Deletes an entry, if there is one. */
  readonly remove: (key: Key) => void
}

/** An ordered key-value store. */
export interface KeyValue {
  /** Runs an effect on the state of the last commit. */
  readonly read: <A, E, R>(use: (reading: Reading) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /**
   * Runs an effect as the only writer of every process. Success commits what it wrote; failure, defect and interruption
   * keep none of it.
   */
  readonly commit: <A, E, R>(use: (writing: Writing) => Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
}
