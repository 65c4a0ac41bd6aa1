import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { IdempotencyRecord } from "../record/IdempotencyRecord.js"

/**
 * The store of idempotent writes and their responses. Writes run inside `Transaction.run`; a response is stored in the
 * transaction of the change that it reports.
 */
export class IdempotencyStore extends Context.Tag("@agenda-engine/core/ports/IdempotencyStore")<IdempotencyStore, {
  /** The record of an API key and its idempotency key, even when expired but not pruned; null when there is none. */
  readonly find: (keyId: string, name: string) => Effect.Effect<IdempotencyRecord | null, StoreError>
  /**
   * Compare-and-set: stores a record when the stored one is still `before` (null: still absent). Compares the claim and
   * whether there is a response. Returns false, and stores nothing, when another writer won.
   */
  readonly put: (record: IdempotencyRecord, before: IdempotencyRecord | null) => Effect.Effect<boolean, StoreError>
  /** Deletes the record, unless another attempt has claimed or answered it since. */
  readonly remove: (record: IdempotencyRecord) => Effect.Effect<void, StoreError>
  /**
   * Deletes up to `limit` records that have expired at this instant, earliest expiry first. Returns how many it
   * deleted. Largest call: limit 500.
   */
  readonly prune: (now: number, limit: number) => Effect.Effect<number, StoreError>
}>() {}
