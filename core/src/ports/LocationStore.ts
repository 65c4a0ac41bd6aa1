import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { ExtId } from "../domain/Event.js"
import type { LocationAnswer, LocationPlan } from "../query/LocationPlan.js"
import type { LocationIndex, LocationRecord } from "../record/LocationRecord.js"

/** Keeps locations. Writes happen inside `Transaction.run`. */
export class LocationStore extends Context.Tag("@agenda-engine/core/ports/LocationStore")<LocationStore, {
  /** The location with this uid, of any agenda, or null. */
  readonly find: (uid: number) => Effect.Effect<LocationRecord | null, StoreError>
  /** The locations with these uids, of any agenda, each once and in any order; unknown ones are left out. */
  readonly findMany: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<LocationRecord>, StoreError>
  /** The location with this external id that the agenda made, else the one of the location set; null when there is neither. */
  readonly findByExtId: (agendaUid: number, setUid: number | null, extId: ExtId) => Effect.Effect<LocationRecord | null, StoreError>
  /**
   * What `find` answers, which stays so until the transaction ends. `shared` keeps others from putting and removing it, not from sharing it
   * likewise: for what is stored with its uid. `exclusive` keeps others from locking it too: for what is put or removed in its place.
   */
  readonly lock: (uid: number, hold: "shared" | "exclusive") => Effect.Effect<LocationRecord | null, StoreError>
  /** Answers a location list: exactly what `interpretLocationPlan` answers over the same records. */
  readonly search: (plan: LocationPlan) => Effect.Effect<LocationAnswer, StoreError>
  /**
   * Stores a record whole, in the place of the one with its uid if there is one: external ids and index rows that it no longer has go.
   * A uid that a location of another agenda has, or an external id that another location of the agenda or of the set has, fails with
   * reason `Conflict`.
   */
  readonly put: (record: LocationRecord, index: LocationIndex) => Effect.Effect<void, StoreError>
  /** Removes a record and all rows made from it; no event has it. No such location: nothing happens. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
  /** Makes a location another agenda's: as if it had made it. An external id that another location of that agenda has fails with reason `Conflict`. */
  readonly move: (uid: number, agendaUid: number) => Effect.Effect<void, StoreError>
  /** How many locations are in a location set. */
  readonly countOfSet: (setUid: number) => Effect.Effect<number, StoreError>
  /** Locations made by an agenda in order of uid, from after this uid on: for exports. At most `limit`. */
  readonly scan: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<LocationRecord>, StoreError>
}>() {}
