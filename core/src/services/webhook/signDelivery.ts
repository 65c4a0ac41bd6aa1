import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Encoding from "effect/Encoding"
import { formatUtc } from "../../derive/dates/formatInstant.js"
import type { Json } from "../../domain/text/Json.js"
import { Secrets } from "../../ports/Secrets.js"
import type { WebhookRequest } from "../../ports/webhook/WebhookSender.js"
import type { WebhookRecord } from "../../record/WebhookRecord.js"

/** What a delivery tells, before it is signed. */
export interface Payload {
  /** The `webhook-id`: the same for each attempt. */
  readonly id: string
  /** Kind of the change, or `webhook.test`. */
  readonly kind: string
  /** When it happened, in epoch milliseconds. */
  readonly at: number
  readonly data: Json
}

/** A secret as subscribers are shown it: the bytes that sign, in base64 (Standard Webhooks 1.0, Signature scheme). */
export const shownSecret = (secret: string): string => `whsec_${Encoding.encodeBase64(secret)}`

const base64Of = (hex: string): string => Encoding.encodeBase64(Either.getOrElse(Encoding.decodeHex(hex), () => new Uint8Array()))

/**
 * The request of one attempt at `now` (Standard Webhooks 1.0). Signed with the secret, and with the former one until
 * its end.
 */
export const signDelivery = (
  { formerSecret, formerUntil, secret, url }: WebhookRecord,
  { at, data, id, kind }: Payload,
  now: number
): Effect.Effect<WebhookRequest, never, Secrets> =>
  Effect.gen(function*() {
    const { sign } = yield* Secrets
    const body = JSON.stringify({ type: kind, timestamp: formatUtc(at), data })
    const timestamp = String(Math.floor(now / 1_000))
    const isFormerValid = formerSecret !== null && formerUntil !== null && now < formerUntil
    const secrets = isFormerValid ? [secret, formerSecret] : [secret]
    const signatures = yield* Effect.forEach(secrets, (key) => sign(key, `${id}.${timestamp}.${body}`))
    return {
      url,
      body,
      headers: {
        "content-type": "application/json",
        "user-agent": "agenda-engine",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": signatures.map((signature) => `v1,${base64Of(signature)}`).join(" ")
      }
    }
  })
