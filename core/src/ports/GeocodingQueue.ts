import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { GeocodingEntry } from "../record/GeocodingEntry.js"

/**
 * The queue of locations whose addresses wait for the geocoder, and the turns of all processes that share the store to
 * ask it. Writes run inside `Transaction.run`.
 */
export class GeocodingQueue extends Context.Tag("@agenda-engine/core/ports/GeocodingQueue")<GeocodingQueue, {
  /** Upserts an entry by location uid. */
  readonly put: (entry: GeocodingEntry) => Effect.Effect<void, StoreError>
  /**
   * Entries with a `dueAt` up to `now`, ordered by `dueAt`, then location uid. At most `limit`.
   * Largest call: limit 2 000.
   */
  readonly due: (now: number, limit: number) => Effect.Effect<ReadonlyArray<GeocodingEntry>, StoreError>
  /** Deletes the entry of a location. A no-op when there is none. */
  readonly remove: (locationUid: number) => Effect.Effect<void, StoreError>
  /**
   * The instant from which the geocoder may be asked, in epoch milliseconds; 0 when it never was. Locks it: no other
   * transaction may lock or change it until this one ends.
   */
  readonly lockTurn: Effect.Effect<number, StoreError>
  /** Sets the instant from which the geocoder may be asked. */
  readonly putTurn: (at: number) => Effect.Effect<void, StoreError>
}>() {}
