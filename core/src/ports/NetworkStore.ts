import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { NetworkRecord } from "../record/NetworkRecord.js"

/** Keeps networks. Writes happen inside `Transaction.run`. */
export class NetworkStore extends Context.Tag("@agenda-engine/core/ports/NetworkStore")<NetworkStore, {
  /** The network with this uid, or null. */
  readonly find: (uid: number) => Effect.Effect<NetworkRecord | null, StoreError>
  /**
   * As `find`, and it stays so until the transaction ends. `shared` keeps others from putting and removing it, not from sharing it likewise:
   * for what is stored with its uid. `exclusive` keeps others from locking it too: for its removal.
   */
  readonly lock: (uid: number, hold: "shared" | "exclusive") => Effect.Effect<NetworkRecord | null, StoreError>
  /** The networks with these uids, in any order; unknown ones are left out. */
  readonly findMany: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<NetworkRecord>, StoreError>
  /** Stores a record whole, in the place of the one with its uid if there is one. */
  readonly put: (record: NetworkRecord) => Effect.Effect<void, StoreError>
  /** Removes a record that no agenda names. None there: nothing happens. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /** Networks in order of uid, from after this uid on. At most `limit`. */
  readonly scan: (afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<NetworkRecord>, StoreError>
}>() {}
