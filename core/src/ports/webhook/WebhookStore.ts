import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { DeliveryRecord, WebhookRecord } from "../../record/WebhookRecord.js"
import type { RecordStore } from "../RecordStore.js"

/** Members of `WebhookStore` besides those of every store of records. */
export interface WebhookRecords {
  /** The webhooks of an agenda, ordered by `createdAt`, then id. The engine bounds their number (`webhooks_max`). */
  readonly ofAgenda: (agendaUid: number) => Effect.Effect<ReadonlyArray<WebhookRecord>, StoreError>
  /**
   * Webhooks with a `dueAt` up to `now` that have something to do, ordered by `dueAt`, then id; at most `limit`.
   * Largest call: limit 256. Those are active ones whose agenda has a change after their position, and those with
   * `isNoticeDue`.
   */
  readonly due: (now: number, limit: number) => Effect.Effect<ReadonlyArray<WebhookRecord>, StoreError>
  /**
   * Upserts a delivery by its webhook and id. Then deletes the deliveries of the webhook with the smallest `at`, of
   * equal ones the smallest id, beyond `kept`.
   */
  readonly putDelivery: (delivery: DeliveryRecord, kept: number) => Effect.Effect<void, StoreError>
  /**
   * Deliveries of a webhook, ordered by descending `at`, then descending id; at most `limit`. Largest call: limit 100.
   */
  readonly deliveries: (webhookId: string, limit: number) => Effect.Effect<ReadonlyArray<DeliveryRecord>, StoreError>
  /** The number of disabled webhooks, of all agendas. */
  readonly countDisabled: Effect.Effect<number, StoreError>
  /** Deletes every webhook of an agenda with its deliveries. */
  readonly removeOfAgenda: (agendaUid: number) => Effect.Effect<void, StoreError>
}

/** The store of webhooks and of their last deliveries, by id. `remove` deletes the deliveries too. */
export class WebhookStore extends Context.Tag("@agenda-engine/core/ports/webhook/WebhookStore")<
  WebhookStore,
  WebhookRecords & Pick<RecordStore<WebhookRecord, string>, "find" | "lock" | "put" | "remove">
>() {}
