import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { LocationAnswer, LocationPlan } from "../query/LocationPlan.js"
import type { LocationIndex, LocationRecord } from "../record/LocationRecord.js"

/** Keeps locations. Writes happen inside `Transaction.run`. */
export class LocationStore extends Context.Tag("@agenda-engine/core/ports/LocationStore")<LocationStore, {
  /** The location with this uid, of any agenda, or null. */
  readonly find: (uid: number) => Effect.Effect<LocationRecord | null, StoreError>
  /** Answers a location list. */
  readonly search: (plan: LocationPlan) => Effect.Effect<LocationAnswer, StoreError>
  /** Stores a record whole, in the place of the one with its uid if there is one. */
  readonly put: (record: LocationRecord, index: LocationIndex) => Effect.Effect<void, StoreError>
  /** Locations made by an agenda in order of uid, from after this uid on: for exports. At most `limit`. */
  readonly scan: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<LocationRecord>, StoreError>
}>() {}
