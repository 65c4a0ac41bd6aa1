import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { count, engineCounters } from "../../domain/engineMetrics.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { CurrentLimits } from "../../domain/Limits.js"
import type { Json } from "../../domain/text/Json.js"
import type { AgendaStore } from "../../ports/AgendaStore.js"
import type { ChangeStore } from "../../ports/change/ChangeStore.js"
import type { Mailer } from "../../ports/Mailer.js"
import type { MemberStore } from "../../ports/MemberStore.js"
import type { Secrets } from "../../ports/Secrets.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { UserStore } from "../../ports/UserStore.js"
import { type WebhookAnswer, WebhookSender, WebhookUnreachable } from "../../ports/webhook/WebhookSender.js"
import { WebhookStore } from "../../ports/webhook/WebhookStore.js"
import type { ChangePlace, ChangeRecord } from "../../record/ChangeRecord.js"
import type { DeliveryRecord, WebhookRecord } from "../../record/WebhookRecord.js"
import { deliveryDelay } from "../../schedule/retryDelay.js"
import { Access, type Authorization } from "../Access.js"
import { changeIdOf } from "../change/changeId.js"
import { readKept } from "../change/readKept.js"
import { atomically } from "../transaction/atomically.js"
import { creatorOf } from "./creatorOf.js"
import { notifyAdministrators } from "./notifyAdministrators.js"
import { type Payload, signDelivery } from "./signDelivery.js"

/** Deliveries of a webhook that are kept (wire.md §9). */
export const deliveries_max = 100

/** Changes that one turn reads. Then other webhooks have theirs. */
const turn_changes_max = 50

/** A status that ends a webhook: the resource is gone (RFC 9110 §15.5.11; Standard Webhooks 1.0). */
const gone = 410

/** A change as a caller sees it. */
interface Viewed {
  readonly kind: string
  readonly [member: string]: Json
}

/** What a change looks like to a caller; null when the caller may not know of it. */
export type ViewChange = (
  change: ChangeRecord,
  authorization: Authorization<"events:read">,
  detailed: boolean
) => Effect.Effect<Viewed | null, StoreError>

/** The ports of deliveries. */
export type DeliveryPorts =
  | Access
  | AgendaStore
  | ChangeStore
  | Mailer
  | MemberStore
  | Secrets
  | Transaction
  | UserStore
  | WebhookStore

const isDelivered = (status: number): boolean => status >= 200 && status <= 299

/** Sends a payload to a webhook, once. Returns the attempt as a delivery, `attempts` after those before. */
export const attempt = (record: WebhookRecord, payload: Payload, before: number): Effect.Effect<DeliveryRecord, never, Secrets> =>
  Effect.gen(function*() {
    const { post } = yield* WebhookSender
    const { webhook_seconds_max } = yield* CurrentLimits
    const at = yield* Clock.currentTimeMillis
    const request = yield* signDelivery(record, payload, at)
    const answer: Either.Either<WebhookAnswer, WebhookUnreachable> = yield* Effect.either(
      Effect.timeoutFail(Effect.disconnect(post(request)), {
        duration: `${webhook_seconds_max} seconds`,
        onTimeout: () => new WebhookUnreachable({ message: `there was no answer within ${webhook_seconds_max} seconds` })
      })
    )
    return {
      webhookId: record.id,
      id: payload.id,
      kind: payload.kind,
      at,
      attempts: before + 1,
      ms: (yield* Clock.currentTimeMillis) - at,
      ...Either.match(answer, {
        onLeft: ({ message }) => ({ status: null, response: message }),
        onRight: ({ body, status }) => ({ status, response: body })
      })
    }
  })

const leaseUntil = Effect.map(
  Effect.all([Clock.currentTimeMillis, CurrentLimits]),
  ([now, { webhook_seconds_max }]) => now + 2 * webhook_seconds_max * 1_000
)

/** Takes a due webhook, so that no other process works on it until its lease ends; null when there is nothing to do. */
const claim = (id: string) =>
  atomically(Effect.gen(function*() {
    const webhooks = yield* WebhookStore
    const record = yield* webhooks.lock(id, "exclusive")
    const now = yield* Clock.currentTimeMillis
    if (record === null || record.dueAt > now || (record.state !== "active" && !record.isNoticeDue)) return null
    const leased: WebhookRecord = { ...record, dueAt: yield* leaseUntil }
    yield* webhooks.put(leased)
    return leased
  }))

/**
 * Stores the result of a delivery. If an administrator has changed what the result depends on, it only releases the
 * lease. Null when this process must not go on with the webhook.
 */
const settle = (claimed: WebhookRecord, changes: Partial<WebhookRecord>, delivery: DeliveryRecord | null) =>
  atomically(Effect.gen(function*() {
    const webhooks = yield* WebhookStore
    const stored = yield* webhooks.lock(claimed.id, "exclusive")
    if (stored === null) return null
    if (delivery !== null) yield* webhooks.putDelivery(delivery, deliveries_max)
    const isMoved = stored.position !== claimed.position || stored.ordinal !== claimed.ordinal
    const isStale = isMoved || stored.isNoticeDue !== claimed.isNoticeDue || (changes.state !== undefined && stored.state !== "active")
    const settled: WebhookRecord = isStale ? { ...stored, dueAt: yield* Clock.currentTimeMillis } : { ...stored, ...changes }
    yield* webhooks.put(settled)
    return isStale || settled.state !== "active" ? null : settled
  }))

/** What disables a webhook. Its administrators are told next. */
const disabled = ({ agendaUid, id }: WebhookRecord, reason: string): Effect.Effect<Partial<WebhookRecord>> =>
  Effect.logWarning("a webhook was disabled").pipe(
    Effect.annotateLogs({ webhook: id, agenda: agendaUid, reason }),
    Effect.zipRight(Clock.currentTimeMillis),
    Effect.map((dueAt) => ({ state: "disabled", reason, attempts: 0, isNoticeDue: true, dueAt }))
  )

/** What a failed attempt changes: the next one is due later, or the webhook is disabled. */
const afterFailure = (record: WebhookRecord, { attempts, response, status }: DeliveryRecord): Effect.Effect<Partial<WebhookRecord>> =>
  status === gone
    ? disabled(record, "the address answered 410 (Gone)")
    : Effect.flatMap(deliveryDelay(attempts), (delay) =>
      delay === null
        ? disabled(record, `nothing was delivered for more than a day; the last answer: ${status ?? response}`)
        : Effect.map(Clock.currentTimeMillis, (now) => ({ attempts, dueAt: now + delay })))

/** The creator's authorization, or why there is none. */
const authorizationOf = (record: WebhookRecord) =>
  Effect.gen(function*() {
    const caller = yield* creatorOf(record)
    if (caller === null) return Either.left("its creator has no account any more")
    const access = yield* Access
    return yield* access.authorize(caller, { _tag: "Uid", uid: record.agendaUid }, "events:read").pipe(
      Effect.map((authorization): Either.Either<Authorization<"events:read">, string> => Either.right(authorization)),
      Effect.catchTags({
        Forbidden: () => Effect.succeed(Either.left("its creator may no longer read the agenda")),
        Unauthorized: () => Effect.succeed(Either.left("its creator may no longer read the agenda")),
        NotFound: () => Effect.succeed(Either.left("the agenda does not exist"))
      })
    )
  })

/** What a turn of a webhook has done. */
interface Turn {
  /** Number of delivered changes. */
  readonly delivered: number
  /** Whether the webhook has nothing to do now. */
  readonly isOver: boolean
}

const nothing: Turn = { delivered: 0, isOver: true }

/** Delivers changes in their order until one fails, the turn ends, or there are none. */
const deliverChanges = Effect.fnUntraced(function*(view: ViewChange, claimed: WebhookRecord) {
  const authorization = yield* authorizationOf(claimed)
  if (Either.isLeft(authorization)) {
    yield* settle(claimed, yield* disabled(claimed, authorization.left), null)
    return nothing
  }
  const { isCut, records: changes, start } = yield* readKept(claimed.agendaUid, claimed, turn_changes_max)
  if (isCut) {
    yield* Effect.annotateLogs(Effect.logWarning("changes were deleted before they were delivered"), { webhook: claimed.id })
  }
  let record = claimed
  let delivered = 0
  let passed: ChangePlace = start
  for (const change of changes) {
    const { at, ordinal, position } = change
    const data = yield* view(change, authorization.right, record.detailed)
    if (data !== null && (record.kinds.length === 0 || record.kinds.includes(data.kind))) {
      const delivery = yield* attempt(record, { id: changeIdOf(change), kind: data.kind, at, data }, record.attempts)
      const isDone = delivery.status !== null && isDelivered(delivery.status)
      count(isDone ? engineCounters.webhooksDelivered : engineCounters.webhooksRefused)
      const next = isDone
        ? { position, ordinal, attempts: 0, lastDeliveryAt: delivery.at, dueAt: yield* leaseUntil }
        : yield* afterFailure(record, delivery)
      const settled = yield* settle(record, next, delivery)
      if (isDone) delivered++
      if (!isDone || settled === null) return { delivered, isOver: true }
      record = settled
    }
    passed = change
  }
  yield* settle(record, { position: passed.position, ordinal: passed.ordinal, dueAt: yield* Clock.currentTimeMillis }, null)
  return { delivered, isOver: changes.length < turn_changes_max }
})

const takeTurn = (view: ViewChange, id: string): Effect.Effect<Turn, StoreError, DeliveryPorts> =>
  Effect.flatMap(claim(id), (claimed): Effect.Effect<Turn, StoreError, DeliveryPorts> => {
    if (claimed === null) return Effect.succeed(nothing)
    return claimed.isNoticeDue
      ? Effect.flatMap(notifyAdministrators(claimed), (changes) => Effect.as(settle(claimed, changes, null), nothing))
      : deliverChanges(view, claimed)
  })

/**
 * Delivers the changes of a due webhook in their order, until one fails or there are none; or tells the administrators
 * that it was disabled. Returns how many changes were delivered. A process that dies leaves at most one delivery that
 * is sent twice.
 */
export const deliver = (view: ViewChange) => (id: string): Effect.Effect<number, StoreError, DeliveryPorts> =>
  Effect.map(
    Effect.iterate({ delivered: 0, isOver: false }, {
      while: ({ isOver }) => !isOver,
      body: ({ delivered }) => Effect.map(takeTurn(view, id), (turn) => ({ ...turn, delivered: delivered + turn.delivered }))
    }),
    ({ delivered }) => delivered
  )
