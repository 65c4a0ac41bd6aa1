import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { ExtId } from "../domain/event/Event.js"
import type { FormerPosition, LocationAnswer, LocationPlan } from "../query/location/LocationPlan.js"
import type { LocationIndex, LocationRecord } from "../record/LocationRecord.js"
import type { RecordStore } from "./RecordStore.js"

/** Members of `LocationStore` besides those of every store of records. */
export interface LocationRecords {
  /**
   * The location with this external id: the agenda's own, else that of the location set; null when there is neither.
   */
  readonly findByExtId: (agendaUid: number, setUid: number | null, extId: ExtId) => Effect.Effect<LocationRecord | null, StoreError>
  /**
   * Executes a location list; must return what `interpretLocationPlan` returns over the same records.
   * Largest call: limit 300.
   */
  readonly search: (plan: LocationPlan) => Effect.Effect<LocationAnswer, StoreError>
  /**
   * Upserts a record by uid, with its external ids and index rows; deletes those that it no longer has. Fails with
   * `Conflict` when a location of another agenda has its uid, or another location of the agenda or set has its external
   * id.
   */
  readonly put: (record: LocationRecord, index: LocationIndex) => Effect.Effect<void, StoreError>
  /**
   * Changes the owner agenda of a location. Fails with `Conflict` when another location of that agenda has its external
   * id.
   */
  readonly move: (uid: number, agendaUid: number) => Effect.Effect<void, StoreError>
  /**
   * Stores the previous position of a location that this transaction changes or removes. Each call also deletes some
   * positions, of any location, that were left before `retainedSince`: at least one while there are any that no other
   * transaction deletes, so that their number stays bounded without a sweep.
   */
  readonly addFormerPosition: (position: FormerPosition, retainedSince: number) => Effect.Effect<void, StoreError>
  /**
   * The former positions of these locations that were left at `since` or later, latest added first. At most `limit`.
   * Largest call: 300 uids, limit 200.
   */
  readonly formerPositions: (
    uids: ReadonlyArray<number>,
    since: number,
    limit: number
  ) => Effect.Effect<ReadonlyArray<FormerPosition>, StoreError>
  /** The number of locations in a location set. */
  readonly countOfSet: (setUid: number) => Effect.Effect<number, StoreError>
  /**
   * Keyset scan for exports: locations of an agenda with a greater uid than `afterUid`, ordered by uid. At most
   * `limit`. Largest call: limit 100.
   */
  readonly scan: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<LocationRecord>, StoreError>
}

/** The store of locations of all agendas, by uid. `remove` deletes a location that no event refers to. */
export class LocationStore extends Context.Tag("@agenda-engine/core/ports/LocationStore")<
  LocationStore,
  LocationRecords & Pick<RecordStore<LocationRecord>, "find" | "findMany" | "lock" | "remove">
>() {}
