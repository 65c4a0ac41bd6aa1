import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FiberMap from "effect/FiberMap"
import * as Layer from "effect/Layer"
import { formatUtc } from "../../derive/dates/formatInstant.js"
import { Forbidden, Invalid, NotFound, type StoreError } from "../../domain/error/EngineError.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { CurrentLimits } from "../../domain/Limits.js"
import type { Json } from "../../domain/text/Json.js"
import { testKind } from "../../domain/webhook/Webhook.js"
import { ChangeStore } from "../../ports/change/ChangeStore.js"
import { Secrets } from "../../ports/Secrets.js"
import { WebhookSender } from "../../ports/webhook/WebhookSender.js"
import { WebhookStore } from "../../ports/webhook/WebhookStore.js"
import { presentDelivery, type PresentedDelivery, type PresentedWebhook, presentWebhook } from "../../present/presentWebhook.js"
import { type ChangePlace, logStart } from "../../record/ChangeRecord.js"
import type { WebhookRecord } from "../../record/WebhookRecord.js"
import { failedPolls, pollInterval } from "../../schedule/polling.js"
import { newWebhook, readWebhook, type WebhookDraft } from "../../validation/agenda/readWebhook.js"
import { readWrittenInstant } from "../../validation/value/readInstant.js"
import { unwrapBody } from "../../validation/value/unwrapBody.js"
import { Access, type Authorization } from "../Access.js"
import { placeOfId } from "../change/changeId.js"
import { locked } from "../event/write/lockedWrite.js"
import { Events } from "../Events.js"
import { atomically } from "../transaction/atomically.js"
import { creatorOf } from "./creatorOf.js"
import { attempt, deliver, deliveries_max, type DeliveryPorts } from "./deliver.js"
import { shownSecret } from "./signDelivery.js"
import { viewChange } from "./viewChange.js"

/** A webhook after a write. */
export interface WrittenWebhook {
  readonly webhook: PresentedWebhook
  /** Ignored members of the body. */
  readonly warnings: ReadonlyArray<Issue>
}

/** A webhook with its secret, which only this result contains. */
export interface RevealedWebhook extends WrittenWebhook {
  /** As in Standard Webhooks 1.0: `whsec_` and base64. */
  readonly secret: string
}

type ChangeError = Forbidden | NotFound | StoreError
type WriteError = ChangeError | Invalid
/** An administrator's authorization. */
type Managing = Authorization<"members:write">

/**
 * Webhooks of agendas (wire.md §9, Standard Webhooks 1.0): addresses that receive the changes of an agenda, in order
 * and at least once. For administrators; the others fail with `Forbidden`. What is sent is what the creator of the
 * webhook may read at that moment. `NotFound`: the agenda has no such webhook.
 */
export class Webhooks extends Context.Tag("@agenda-engine/core/services/webhook/Webhooks")<Webhooks, {
  /** Checks the rights that every call needs, before a body is parsed. */
  readonly permit: (authorization: Managing) => Effect.Effect<void, Forbidden>
  /** The webhooks of an agenda, oldest first. */
  readonly list: (authorization: Managing) => Effect.Effect<ReadonlyArray<PresentedWebhook>, ChangeError>
  /** One webhook. */
  readonly get: (authorization: Managing, id: string) => Effect.Effect<PresentedWebhook, ChangeError>
  /**
   * Creates a webhook of a body `{url, kinds, detailed, state}`. It receives the changes from now on. `Invalid`: all
   * faults of the body, an address in a private network, or more webhooks than `webhooks_max`.
   */
  readonly create: (authorization: Managing, body: Json) => Effect.Effect<RevealedWebhook, WriteError>
  /**
   * Changes the members that the body names. An `active` webhook goes on with the first change that it has not
   * received.
   */
  readonly update: (authorization: Managing, id: string, body: Json) => Effect.Effect<WrittenWebhook, WriteError>
  /** Removes a webhook with its deliveries, and returns it as it was. */
  readonly remove: (authorization: Managing, id: string) => Effect.Effect<PresentedWebhook, ChangeError>
  /** Sends a delivery of kind `webhook.test`, once, in any state, and waits for its answer. See `deliveries`. */
  readonly test: (authorization: Managing, id: string) => Effect.Effect<PresentedWebhook, ChangeError>
  /**
   * Sends the changes again from a position of the log, to the webhook as it is now. `from` of the body: an instant, or
   * the id of a delivery, which is sent again too. `Invalid`: neither, or the log is no longer kept so far.
   */
  readonly replay: (authorization: Managing, id: string, body: Json) => Effect.Effect<WrittenWebhook, WriteError>
  /** Makes a new secret. The former one goes on signing for 24 hours. */
  readonly rotate: (authorization: Managing, id: string) => Effect.Effect<RevealedWebhook, ChangeError>
  /** The last 100 deliveries, the latest first. */
  readonly deliveries: (authorization: Managing, id: string) => Effect.Effect<ReadonlyArray<PresentedDelivery>, ChangeError>
  /** The number of disabled webhooks of all agendas. For operators. */
  readonly disabledCount: Effect.Effect<number, StoreError>
  /** Delivers everything that is due, and returns how many changes were delivered. */
  readonly deliverDue: Effect.Effect<number, StoreError>
  /**
   * Delivers changes as they are committed, forever: a server's background worker. Several processes may run it over
   * one store; each resumes what another left behind. Failures are logged and retried.
   */
  readonly work: Effect.Effect<never>
}>() {
  /** Layer of Webhooks over the stores, with the `WebhookSender` below it. */
  static readonly layer: Layer.Layer<Webhooks, never, DeliveryPorts | Events> = Layer.scoped(Webhooks, Effect.suspend(() => make))
}

const id_chars = 24

/** Milliseconds that a former secret goes on signing (wire.md §9): a day. */
const overlap_ms = 86_400_000

/** Webhooks that one process delivers to at once. */
const webhooksAtOnce_max = 256

/** Changes that are read at once to find the position of an instant. */
const page_changes = 1_000

const notAdministrator = new Forbidden({ message: "only administrators manage webhooks" })

const permit = ({ caller, role }: Managing): Effect.Effect<void, Forbidden> =>
  role === "administrator" || caller._tag === "Operator" ? Effect.void : notAdministrator

const invalid = (...issues: ReadonlyArray<Issue>): Invalid => new Invalid({ subject: "data", issues })

const tooMany = (max: number): Invalid =>
  invalid(issue("tooMany", "url", { message: `an agenda has at most ${max} webhooks`, info: { max } }))

const make = Effect.gen(function*() {
  const access = yield* Access
  const log = yield* ChangeStore
  const ports = yield* Effect.context<DeliveryPorts>()
  const secrets = yield* Secrets
  const sender = yield* WebhookSender
  const webhooks = yield* WebhookStore

  const run = deliver(viewChange(yield* Events))

  const ofAgenda = (agendaUid: number, found: Effect.Effect<WebhookRecord | null, StoreError>) =>
    Effect.filterOrFail(
      found,
      (record): record is WebhookRecord => record?.agendaUid === agendaUid,
      () => new NotFound({ what: "webhook" })
    )

  const find = (authorization: Managing, id: string) =>
    Effect.zipRight(permit(authorization), ofAgenda(authorization.agenda.uid, webhooks.find(id)))

  /** Changes a webhook under the locks of its agenda and of itself. */
  const change = <E>(authorization: Managing, id: string, write: (stored: WebhookRecord) => Effect.Effect<WebhookRecord, E>) =>
    Effect.zipRight(
      permit(authorization),
      locked(authorization, () =>
        Effect.gen(function*() {
          const stored = yield* ofAgenda(authorization.agenda.uid, webhooks.lock(id, "exclusive"))
          const written = yield* write(stored)
          yield* webhooks.put(written)
          return written
        }))
    ).pipe(Effect.provide(ports))

  /** Reads a body, and checks the address that it names. */
  const read = (body: Json, stored: WebhookDraft) =>
    Effect.gen(function*() {
      const reading = readWebhook(body, stored, yield* CurrentLimits)
      const { draft: { url } } = reading
      const hasNewUrl = url !== stored.url && !reading.issues.some(({ field }) => field === "url")
      const refusal = hasNewUrl ? yield* sender.refusal(url) : null
      const refused = refusal === null ? [] : [issue("url.invalid", "url", { message: refusal, origin: url })]
      const issues = [...reading.issues, ...refused]
      if (issues.length > 0) return yield* invalid(...issues)
      return reading
    })

  /** Whether the creator's rights hold without a request. Roles that a host grants with a request do not. */
  const permitCreator = (record: WebhookRecord, authorization: Managing) =>
    Effect.gen(function*() {
      const caller = yield* creatorOf(record)
      const rights = caller === null ? null : yield* access.rightsIn(caller, authorization.agenda)
      if (rights?.role !== "administrator" && caller?._tag !== "Operator") {
        return yield* new Forbidden({ message: "webhooks need a membership: roles that come with a request end with it" })
      }
    })

  const floorOf = (agendaUid: number) => Effect.map(log.floors(agendaUid), ({ privileged }) => privileged)

  /** The end of the log of an agenda. */
  const endOf = (agendaUid: number) =>
    Effect.flatMap(
      log.lastOf([agendaUid], "privileged"),
      ([last]) => last === undefined ? floorOf(agendaUid) : Effect.succeed({ position: last.position, ordinal: last.ordinal })
    )

  /** The place before the first kept change that was made at this instant or later; without one, the end. */
  const placeBefore = (agendaUid: number, at: number) =>
    Effect.gen(function*() {
      let before = yield* floorOf(agendaUid)
      for (;;) {
        const page = yield* log.read(agendaUid, before, page_changes)
        for (const found of page) {
          if (found.at >= at) return before
          before = found
        }
        if (page.length < page_changes) return before
      }
    })

  /** The place before the delivery with this id; null when the log does not have it. */
  const placeOfDelivery = (agendaUid: number, id: string) =>
    Effect.gen(function*() {
      const place = placeOfId(id)
      if (place?.agendaUid !== agendaUid) return null
      const before: ChangePlace = { position: place.position, ordinal: place.ordinal - 1 }
      const [found] = yield* log.read(agendaUid, before, 1)
      return found?.position === before.position && found.ordinal === before.ordinal + 1 ? before : null
    })

  const replayFrom = (agendaUid: number, from: Json | undefined) => {
    if (from === undefined || from === null || from === "") {
      return invalid(issue("required", "from", { message: "an instant or the id of a delivery is required" }))
    }
    const at = typeof from === "string" && !/^\d+:/.test(from) ? readWrittenInstant(from, { field: "from" }) : null
    if (at !== null) {
      return Either.isLeft(at) ? invalid(...at.left) : placeBefore(agendaUid, at.right?.at ?? 0)
    }
    return Effect.filterOrFail(
      typeof from === "string" ? placeOfDelivery(agendaUid, from) : Effect.succeed(null),
      (place) => place !== null,
      () => invalid(issue("range", "from", { origin: from, message: "the log has no such delivery, or keeps it no longer" }))
    )
  }

  const due = Effect.fnUntraced(function*(limit: number) {
    const now = yield* Clock.currentTimeMillis
    // Without a span: each of these polls would be a trace, although most find nothing.
    return yield* Effect.withTracerEnabled(webhooks.due(now, limit), false)
  })

  /** Delivers to one webhook. A failure is logged and does not affect the others; it is due again after its lease. */
  const deliverOne = ({ id }: WebhookRecord): Effect.Effect<number> =>
    Effect.provide(run(id), ports).pipe(
      Effect.catchAllCause((cause) => Effect.as(Effect.logWarning(`webhook ${id} is left to the next run`, cause), 0))
    )

  const deliverAll: Effect.Effect<{ readonly found: number; readonly delivered: number }, StoreError> = Effect.gen(function*() {
    const found = yield* due(webhooksAtOnce_max)
    const delivered = yield* Effect.forEach(found, deliverOne, { concurrency: "unbounded" })
    return { found: found.length, delivered: delivered.reduce((sum, count) => sum + count, 0) }
  })

  /** Starts the delivery to each due webhook, unless this process already delivers to it. */
  const start = (underWay: FiberMap.FiberMap<string>) =>
    Effect.gen(function*() {
      const size = yield* FiberMap.size(underWay)
      const found = yield* due(webhooksAtOnce_max - size)
      for (const record of found) yield* FiberMap.run(underWay, record.id, deliverOne(record), { onlyIfMissing: true })
    })

  return Webhooks.of({
    permit,

    list: Effect.fn("Webhooks.list")(function*(authorization) {
      yield* permit(authorization)
      return (yield* webhooks.ofAgenda(authorization.agenda.uid)).map(presentWebhook)
    }),

    get: Effect.fn("Webhooks.get")(function*(authorization, id) {
      return presentWebhook(yield* find(authorization, id))
    }),

    create: Effect.fn("Webhooks.create")(function*(authorization, body) {
      yield* permit(authorization)
      const { draft, warnings } = yield* read(body, newWebhook)
      const { webhooks_max } = yield* CurrentLimits
      const agendaUid = authorization.agenda.uid
      const secret = yield* secrets.make
      const now = yield* Clock.currentTimeMillis
      const made: WebhookRecord = {
        ...draft,
        id: (yield* secrets.make).slice(0, id_chars),
        agendaUid,
        reason: null,
        creatorUid: authorization.caller.userUid,
        createdAt: now,
        secret,
        formerSecret: null,
        formerUntil: null,
        attempts: 0,
        dueAt: now,
        lastDeliveryAt: null,
        isNoticeDue: false,
        ...logStart
      }
      yield* permitCreator(made, authorization)
      const record = yield* locked(authorization, () =>
        Effect.gen(function*() {
          if ((yield* webhooks.ofAgenda(agendaUid)).length >= webhooks_max) return yield* tooMany(webhooks_max)
          const { ordinal, position } = yield* endOf(agendaUid)
          const record = { ...made, position, ordinal }
          yield* webhooks.put(record)
          return record
        }))
      return { webhook: presentWebhook(record), secret: shownSecret(secret), warnings }
    }, Effect.provide(ports)),

    update: Effect.fn("Webhooks.update")(function*(authorization, id, body) {
      const { warnings } = yield* read(body, yield* find(authorization, id))
      const limits = yield* CurrentLimits
      const now = yield* Clock.currentTimeMillis
      const written = yield* change(authorization, id, (stored) => {
        // Read again under the lock: members that the body does not name may have changed, such as the state.
        const { draft } = readWebhook(body, stored, limits)
        const isResumed = draft.state === "active" && stored.state !== "active"
        const resumed = { reason: null, attempts: 0, dueAt: now, isNoticeDue: false }
        return Effect.succeed({ ...stored, ...draft, ...(isResumed ? resumed : {}) })
      })
      return { webhook: presentWebhook(written), warnings }
    }),

    remove: Effect.fn("Webhooks.remove")(function*(authorization, id) {
      yield* permit(authorization)
      return yield* locked(authorization, () =>
        Effect.gen(function*() {
          const stored = yield* ofAgenda(authorization.agenda.uid, webhooks.lock(id, "exclusive"))
          yield* webhooks.remove(id)
          return presentWebhook(stored)
        }))
    }, Effect.provide(ports)),

    test: Effect.fn("Webhooks.test")(function*(authorization, id) {
      const record = yield* find(authorization, id)
      const at = yield* Clock.currentTimeMillis
      const { agendaUid } = record
      const data = { kind: testKind, type: "agenda", uid: agendaUid, agendaUid, version: null, at: formatUtc(at), removed: false }
      const name = (yield* secrets.make).slice(0, id_chars)
      const delivery = yield* attempt(record, { id: `${agendaUid}:test:${name}`, kind: testKind, at, data }, 0)
      yield* atomically(webhooks.putDelivery(delivery, deliveries_max))
      return presentWebhook(record)
    }, Effect.provide(ports)),

    replay: Effect.fn("Webhooks.replay")(function*(authorization, id, body) {
      const { agenda: { uid } } = authorization
      yield* find(authorization, id)
      const unwrapped = unwrapBody(body)
      if (Either.isLeft(unwrapped)) return yield* invalid(...unwrapped.left)
      const { from, ...others } = unwrapped.right
      const { ordinal, position } = yield* replayFrom(uid, from)
      const dueAt = yield* Clock.currentTimeMillis
      const written = yield* change(authorization, id, (stored) => Effect.succeed({ ...stored, position, ordinal, attempts: 0, dueAt }))
      return { webhook: presentWebhook(written), warnings: Object.keys(others).map((field) => issue("ignored", field)) }
    }),

    rotate: Effect.fn("Webhooks.rotate")(function*(authorization, id) {
      const secret = yield* secrets.make
      const formerUntil = (yield* Clock.currentTimeMillis) + overlap_ms
      const written = yield* change(
        authorization,
        id,
        (stored) => Effect.succeed({ ...stored, secret, formerSecret: stored.secret, formerUntil })
      )
      return { webhook: presentWebhook(written), secret: shownSecret(secret), warnings: [] }
    }),

    deliveries: Effect.fn("Webhooks.deliveries")(function*(authorization, id) {
      yield* find(authorization, id)
      return (yield* webhooks.deliveries(id, deliveries_max)).map(presentDelivery)
    }),

    disabledCount: webhooks.countDisabled,

    deliverDue: Effect.map(
      Effect.iterate({ found: 1, delivered: 0 }, {
        while: ({ found }) => found > 0,
        body: ({ delivered }) => Effect.map(deliverAll, (more) => ({ found: more.found, delivered: delivered + more.delivered }))
      }),
      ({ delivered }) => delivered
    ),

    work: Effect.scoped(Effect.flatMap(FiberMap.make<string>(), (underWay) =>
      start(underWay).pipe(
        Effect.sandbox,
        Effect.tapError((cause) => Effect.logWarning("loading due webhooks failed", cause)),
        Effect.retry(failedPolls),
        Effect.orDie,
        Effect.zipRight(Effect.sleep(pollInterval)),
        Effect.forever
      )))
  })
})
