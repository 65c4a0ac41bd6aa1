import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"

/**
 * How a record is locked. `shared` blocks puts and removals but not other shared locks: for callers that store its key
 * as a reference. `exclusive` blocks every other lock: for updates and removal.
 */
export type LockMode = "shared" | "exclusive"

/**
 * The shape of a store of records with a key. One implementation over a table or a key prefix serves every port that
 * has it; a port that needs less picks members of it. Writes run inside `Transaction.run`.
 */
export interface RecordStore<Record, Key extends number | string = number> {
  /** The record with this key, or null. */
  readonly find: (key: Key) => Effect.Effect<Record | null, StoreError>
  /**
   * The records with these keys, in any order; unknown keys are left out. Largest call: a key for each value of the
   * facets of a request (30 × 2 000), each agenda of a user, each author of a page of 300 histories.
   */
  readonly findMany: (keys: ReadonlyArray<Key>) => Effect.Effect<ReadonlyArray<Record>, StoreError>
  /**
   * As `find`, with a lock until the transaction ends. Lock agendas first, to avoid deadlocks. A store that runs
   * writing transactions one at a time only reads.
   */
  readonly lock: (key: Key, mode: LockMode) => Effect.Effect<Record | null, StoreError>
  /** Upserts a record by its key. Fails with `Conflict` when another record has a value that is unique. */
  readonly put: (record: Record) => Effect.Effect<void, StoreError>
  /** Deletes a record. A no-op when there is none. */
  readonly remove: (key: Key) => Effect.Effect<void, StoreError>
  /**
   * Keyset scan: records with a greater key than `after`, ordered by key (texts by code points). At most `limit`.
   * Largest call: limit 100, but of users one more than a program asks of a page.
   */
  readonly scan: (after: Key, limit: number) => Effect.Effect<ReadonlyArray<Record>, StoreError>
}

/** Records that also have a name, which is unique. */
export interface NamedRecords<Record, Name> {
  /** The record with this name, or null. */
  readonly findBy: (name: Name) => Effect.Effect<Record | null, StoreError>
}
