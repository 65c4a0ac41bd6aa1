import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { LocationSetRecord } from "../record/LocationRecord.js"

/** The store of location sets. Writes run inside `Transaction.run`. */
export class LocationSetStore extends Context.Tag("@agenda-engine/core/ports/LocationSetStore")<LocationSetStore, {
  /** The location set with this uid, or null. */
  readonly find: (uid: number) => Effect.Effect<LocationSetRecord | null, StoreError>
  /**
   * As `find`, with a lock until the transaction ends. `shared` blocks puts and removals but not other shared locks:
   * for callers that store the uid as a reference. `exclusive` blocks every other lock: for removal.
   */
  readonly lock: (uid: number, mode: "shared" | "exclusive") => Effect.Effect<LocationSetRecord | null, StoreError>
  /** The location sets with these uids, in any order; unknown uids are left out. */
  readonly findMany: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<LocationSetRecord>, StoreError>
  /** Upserts a record by uid. */
  readonly put: (record: LocationSetRecord) => Effect.Effect<void, StoreError>
  /** Deletes a record that no agenda refers to. A no-op when there is none. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /** Keyset scan: location sets with a greater uid than `afterUid`, ordered by uid. At most `limit`. */
  readonly scan: (afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<LocationSetRecord>, StoreError>
}>() {}
