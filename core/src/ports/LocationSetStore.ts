import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { LocationSetRecord } from "../record/LocationSetRecord.js"

/** Keeps location sets. Writes happen inside `Transaction.run`. */
export class LocationSetStore extends Context.Tag("@agenda-engine/core/ports/LocationSetStore")<LocationSetStore, {
  /** The location set with this uid, or null. */
  readonly find: (uid: number) => Effect.Effect<LocationSetRecord | null, StoreError>
  /**
   * As `find`, and it stays so until the transaction ends. `shared` keeps others from putting and removing it, not from sharing it likewise:
   * for what is stored with its uid. `exclusive` keeps others from locking it too: for its removal.
   */
  readonly lock: (uid: number, hold: "shared" | "exclusive") => Effect.Effect<LocationSetRecord | null, StoreError>
  /** The location sets with these uids, in any order; unknown ones are left out. */
  readonly findMany: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<LocationSetRecord>, StoreError>
  /** Stores a record whole, in the place of the one with its uid if there is one. */
  readonly put: (record: LocationSetRecord) => Effect.Effect<void, StoreError>
  /** Removes a record that no agenda names. None there: nothing happens. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /** Location sets in order of uid, from after this uid on. At most `limit`. */
  readonly scan: (afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<LocationSetRecord>, StoreError>
}>() {}
