import type { ChangePlace } from "./ChangeRecord.js"

/**
 * A stored webhook: an address that receives the changes of an agenda in their order, and how far it has received them.
 * Instants in epoch milliseconds.
 */
export interface WebhookRecord extends ChangePlace {
  /** Public identifier. Random, never reused. */
  readonly id: string
  readonly agendaUid: number
  readonly url: string
  /** Kinds that are sent; empty: all. */
  readonly kinds: ReadonlyArray<string>
  /** Whether changes of events are sent with the event. */
  readonly detailed: boolean
  /** A `WebhookState`. */
  readonly state: string
  /** Why it is disabled; null when it is not. */
  readonly reason: string | null
  /** The user whose rights decide what is sent; null: the program itself made it. */
  readonly creatorUid: number | null
  readonly createdAt: number
  /** Signs deliveries. In the clear, because each signature needs it. */
  readonly secret: string
  /** Signs beside `secret` until `formerUntil`; null after a webhook was made. */
  readonly formerSecret: string | null
  readonly formerUntil: number | null
  /** Number of failed attempts to deliver the next change. */
  readonly attempts: number
  /** The next attempt. A sender advances it as its lease. */
  readonly dueAt: number
  readonly lastDeliveryAt: number | null
  /** Whether the agenda's administrators are still to be told that it was disabled. */
  readonly isNoticeDue: boolean
}

/** A change that was sent to a webhook, or was tried to be. */
export interface DeliveryRecord {
  readonly webhookId: string
  /** The `webhook-id` of the request: the same for each attempt. */
  readonly id: string
  readonly kind: string
  /** The last attempt. */
  readonly at: number
  /** Number of attempts, the last one included. */
  readonly attempts: number
  /** HTTP status of the last answer; null: there was none. */
  readonly status: number | null
  /** Milliseconds that the last attempt took. */
  readonly ms: number
  /** Beginning of the last answer, or why there was none. */
  readonly response: string
}
