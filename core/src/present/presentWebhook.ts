import { formatUtc } from "../derive/dates/formatInstant.js"
import { WebhookState } from "../domain/webhook/Webhook.js"
import { ChangeKind } from "../record/ChangeRecord.js"
import type { DeliveryRecord, WebhookRecord } from "../record/WebhookRecord.js"

/** What a response shows of a webhook (wire.md §9). Instants as ISO 8601 in UTC. */
export type PresentedWebhook = {
  readonly id: string
  readonly url: string
  /** The kinds that are sent; empty: all. */
  readonly kinds: ReadonlyArray<ChangeKind>
  readonly detailed: boolean
  readonly state: WebhookState
  /** Why it is disabled; null when it is not. */
  readonly reason: string | null
  readonly createdAt: string
  readonly lastDeliveryAt: string | null
}

/** A webhook in responses, without its secret. A state of a later version is shown as `disabled`. */
export const presentWebhook = (record: WebhookRecord): PresentedWebhook => ({
  id: record.id,
  url: record.url,
  kinds: ChangeKind.literals.filter((kind) => record.kinds.includes(kind)),
  detailed: record.detailed,
  state: WebhookState.literals.find((state) => state === record.state) ?? "disabled",
  reason: record.reason,
  createdAt: formatUtc(record.createdAt),
  lastDeliveryAt: record.lastDeliveryAt === null ? null : formatUtc(record.lastDeliveryAt)
})

/** What a response shows of a delivery (wire.md §9). */
export type PresentedDelivery = Omit<DeliveryRecord, "at" | "webhookId"> & {
  /** The last attempt, ISO 8601 in UTC. */
  readonly at: string
}

/** A delivery in responses. */
export const presentDelivery = ({ at, webhookId: _webhookId, ...delivery }: DeliveryRecord): PresentedDelivery => ({
  ...delivery,
  at: formatUtc(at)
})
