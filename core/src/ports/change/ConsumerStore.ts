import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { ConsumerPlace, ConsumerRecord, ParkedChange } from "../../record/ConsumerRecord.js"
import type { RecordStore } from "../RecordStore.js"
import type { ReadingPlace } from "./ChangeStore.js"

/** Members of `ConsumerStore` besides those of every store of records. */
export interface ConsumerRecords {
  /** Inserts a consumer without lease, unless there is one with this name. */
  readonly add: (name: string) => Effect.Effect<void, StoreError>
  /** Upserts a place by its consumer and agenda. */
  readonly putPlace: (place: ConsumerPlace) => Effect.Effect<void, StoreError>
  /** The stored places of a consumer, ordered by agenda. */
  readonly places: (consumer: string) => Effect.Effect<ReadonlyArray<ConsumerPlace>, StoreError>
  /**
   * The places of a consumer with a `dueAt` up to `now` whose agenda has a change after them, ordered by `dueAt`, then
   * agenda; at most `limit`. Largest call: limit 32. An agenda without a stored place counts as one at `logStart` with
   * a `dueAt` of 0, no generation and no attempts.
   */
  readonly behind: (consumer: string, now: number, limit: number) => Effect.Effect<ReadonlyArray<ConsumerPlace>, StoreError>
  /** Upserts a parked change by its consumer and place. */
  readonly putParked: (parked: ParkedChange) => Effect.Effect<void, StoreError>
  /** Deletes a parked change, if there is one. */
  readonly removeParked: (consumer: string, place: ReadingPlace) => Effect.Effect<void, StoreError>
  /**
   * The parked changes of a consumer after a place, ordered by agenda, position and ordinal; at most `limit`. Largest
   * call: limit 1 000. With
   * `dueBy` only those with a `dueAt` up to it.
   */
  readonly parked: (
    consumer: string,
    after: ReadingPlace,
    limit: number,
    dueBy?: number
  ) => Effect.Effect<ReadonlyArray<ParkedChange>, StoreError>
  /** The number of parked changes of a consumer; null: of all. */
  readonly countParked: (consumer: string | null) => Effect.Effect<number, StoreError>
  /** Deletes the places and parked changes of an agenda, of all consumers. */
  readonly removeOfAgenda: (agendaUid: number) => Effect.Effect<void, StoreError>
}

/**
 * The store of consumers by name, of their places in the logs of agendas, and of the changes that they could not
 * handle. `remove` deletes the places and parked changes too.
 */
export class ConsumerStore extends Context.Tag("@agenda-engine/core/ports/change/ConsumerStore")<
  ConsumerStore,
  ConsumerRecords & Pick<RecordStore<ConsumerRecord, string>, "lock" | "put" | "remove" | "scan">
>() {}
