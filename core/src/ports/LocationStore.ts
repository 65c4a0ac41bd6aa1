import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { ExtId } from "../domain/event/Event.js"
import type { FormerPosition, LocationAnswer, LocationPlan } from "../query/location/LocationPlan.js"
import type { LocationIndex, LocationRecord } from "../record/LocationRecord.js"
import type { LockMode } from "./RecordStore.js"

/** The store of locations. Writes run inside `Transaction.run`. */
export class LocationStore extends Context.Tag("@agenda-engine/core/ports/LocationStore")<LocationStore, {
  /** The location with this uid, of any agenda, or null. */
  readonly find: (uid: number) => Effect.Effect<LocationRecord | null, StoreError>
  /** The locations with these uids, of any agenda, without duplicates and in any order; unknown uids are left out. */
  readonly findMany: (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<LocationRecord>, StoreError>
  /**
   * The location with this external id: the agenda's own, else that of the location set; null when there is neither.
   */
  readonly findByExtId: (agendaUid: number, setUid: number | null, extId: ExtId) => Effect.Effect<LocationRecord | null, StoreError>
  /**
   * As `find`, with a lock until the transaction ends. `shared` blocks puts and removals but not other shared locks:
   * for callers that store the uid as a reference. `exclusive` blocks every other lock: for updates and removal.
   */
  readonly lock: (uid: number, mode: LockMode) => Effect.Effect<LocationRecord | null, StoreError>
  /** Executes a location list; must return what `interpretLocationPlan` returns over the same records. */
  readonly search: (plan: LocationPlan) => Effect.Effect<LocationAnswer, StoreError>
  /**
   * Upserts a record by uid, with its external ids and index rows; deletes those that it no longer has. Fails with
   * `Conflict` when a location of another agenda has its uid, or another location of the agenda or set has its external
   * id.
   */
  readonly put: (record: LocationRecord, index: LocationIndex) => Effect.Effect<void, StoreError>
  /** Deletes a location that no event refers to, with all derived rows. A no-op when there is none. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
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
   * `limit`.
   */
  readonly scan: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<LocationRecord>, StoreError>
}>() {}
