import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { setImmediate } from "node:timers/promises"
import { Webhook } from "standardwebhooks"
import { operator } from "../../../src/domain/access/Credential.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { Access, authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Events } from "../../../src/services/Events.js"
import { Members } from "../../../src/services/Members.js"
import { Webhooks } from "../../../src/services/webhook/Webhooks.js"
import { draftOf, memberOf, testAgenda, testEngine } from "../testEngine.js"
import { bodyOf, Subscriber } from "./subscriber.js"

const engine = Layer.provideMerge(testEngine, Subscriber.layer)

const url = "https://subscriber.example/hook"

/** An agenda with a subscriber, and functions that manage webhooks as its administrator. */
const hooked = Effect.gen(function*() {
  const all = yield* testAgenda
  const access = yield* Access
  const events = yield* Events
  const webhooks = yield* Webhooks
  const subscriber = yield* Subscriber
  const managing = yield* access.authorize(all.administrator.token, all.ref, "members:write")
  const write = (title: string, more = {}, caller = all.administrator.token) =>
    authorized(caller, all.ref, "events:write", (authorization) => events.create(authorization, draftOf(title, more)))
  const subscribe = (body: Json = { url }) => webhooks.create(managing, body)
  const kinds = () => subscriber.taken.map(({ body }) => bodyOf(body).type)
  const uids = () => subscriber.taken.map(({ body }) => bodyOf(body).data["uid"])
  return { ...all, webhooks, subscriber, managing, write, subscribe, kinds, uids }
})

describe("Webhooks", () => {
  it.effect("changes are delivered in order, signed as Standard Webhooks asks, and never twice", () =>
    Effect.gen(function*() {
      const { agenda, kinds, subscribe, subscriber, webhooks, write } = yield* hooked
      yield* write("Avant", { state: 2 })
      const { secret, webhook } = yield* subscribe()
      expect(webhook).toMatchObject({ url, kinds: [], detailed: false, state: "active", reason: null, lastDeliveryAt: null })
      const first = yield* write("Un", { state: 2 })
      yield* write("Deux", { state: 0 })
      expect(yield* webhooks.deliverDue).toBe(2)
      expect(yield* webhooks.deliverDue).toBe(0)
      expect(kinds()).toEqual(["event.published", "event.created"])
      const [request] = subscriber.taken
      const { data, timestamp } = bodyOf(request?.body)
      expect(data).toMatchObject({ kind: "event.published", type: "event", uid: first.event.uid, agendaUid: agenda.uid, removed: false })
      expect(data["at"]).toBe(timestamp)
      expect(request?.headers["webhook-id"]).toMatch(new RegExp(`^${agenda.uid}:\\d+:\\d+$`))
      expect(request?.headers["webhook-timestamp"]).toBe(String(Math.floor((yield* Clock.currentTimeMillis) / 1_000)))
      // The library checks the timestamp by the real clock.
      const signed = yield* Effect.promise(async () =>
        new Webhook(secret).sign(
          request?.headers["webhook-id"] ?? "",
          DateTime.toDateUtc(DateTime.unsafeMake(Number(request?.headers["webhook-timestamp"]) * 1_000)),
          request?.body ?? ""
        )
      )
      expect(request?.headers["webhook-signature"]).toBe(signed)
    }).pipe(Effect.provide(engine)))

  it.effect("a rotated secret signs beside the former one for a day", () =>
    Effect.gen(function*() {
      const { managing, subscribe, subscriber, webhooks, write } = yield* hooked
      const { secret, webhook } = yield* subscribe()
      const rotated = yield* webhooks.rotate(managing, webhook.id)
      expect(rotated.secret).toMatch(/^whsec_/)
      expect(rotated.secret).not.toBe(secret)
      expect(Buffer.from(rotated.secret.slice("whsec_".length), "base64").byteLength).toBe(32)
      yield* write("Un")
      yield* webhooks.deliverDue
      yield* TestClock.adjust("24 hours")
      yield* write("Deux")
      yield* webhooks.deliverDue
      expect(subscriber.taken.map(({ headers }) => headers["webhook-signature"]?.split(" ").length)).toEqual([2, 1])
    }).pipe(Effect.provide(engine)))

  it.effect("a failed delivery is repeated after growing pauses, before any later change", () =>
    Effect.gen(function*() {
      const { kinds, managing, subscribe, subscriber, uids, webhooks, write } = yield* hooked
      const { webhook } = yield* subscribe()
      subscriber.answer = 500
      const first = yield* write("Un")
      const second = yield* write("Deux")
      expect(yield* webhooks.deliverDue).toBe(0)
      yield* TestClock.adjust("4999 millis")
      yield* webhooks.deliverDue
      expect(kinds()).toHaveLength(1)
      subscriber.answer = null
      yield* TestClock.adjust("1 millis")
      yield* webhooks.deliverDue
      yield* TestClock.adjust("14 seconds")
      yield* webhooks.deliverDue
      expect(kinds()).toHaveLength(2)
      expect(yield* webhooks.deliveries(managing, webhook.id)).toMatchObject([
        { attempts: 2, status: null, response: "the address did not answer" }
      ])
      subscriber.answer = 200
      yield* TestClock.adjust("1 seconds")
      expect(yield* webhooks.deliverDue).toBe(2)
      expect(uids()).toEqual([first.event.uid, first.event.uid, first.event.uid, second.event.uid])
      expect(new Set(subscriber.taken.slice(0, 3).map(({ headers }) => headers["webhook-id"])).size).toBe(1)
      expect(yield* webhooks.deliveries(managing, webhook.id)).toMatchObject([{ attempts: 1, status: 200 }, { attempts: 3, status: 200 }])
    }).pipe(Effect.provide(engine)))

  it.effect("after more than a day of failures it is disabled, the administrators get a mail, and it can be resumed", () =>
    Effect.gen(function*() {
      const { managing, subscribe, subscriber, uids, webhooks, write } = yield* hooked
      const box = yield* MailBox
      const { webhook } = yield* subscribe()
      subscriber.answer = 503
      const { event } = yield* write("Un")
      const begun = yield* Clock.currentTimeMillis
      yield* Effect.repeat(Effect.zipRight(webhooks.deliverDue, TestClock.adjust("10 minutes")), { times: 200 })
      const disabled = yield* webhooks.get(managing, webhook.id)
      expect(disabled).toMatchObject({ state: "disabled", lastDeliveryAt: null })
      expect(disabled.reason).toContain("503")
      const [last] = yield* webhooks.deliveries(managing, webhook.id)
      expect(DateTime.toEpochMillis(DateTime.unsafeMake(last?.at ?? "")) - begun).toBeGreaterThan(86_400_000)
      expect((yield* box.taken).map(({ subject, to }) => [to, subject])).toEqual([
        ["ada@example.org", expect.stringContaining("Les Halles")]
      ])
      const count = subscriber.taken.length
      subscriber.answer = 200
      yield* TestClock.adjust("1 days")
      yield* webhooks.deliverDue
      expect(subscriber.taken).toHaveLength(count)
      expect(yield* webhooks.update(managing, webhook.id, { state: "active" })).toMatchObject({
        webhook: { state: "active", reason: null }
      })
      expect(yield* webhooks.deliverDue).toBe(1)
      expect(uids().at(-1)).toBe(event.uid)
      expect(subscriber.taken).toHaveLength(count + 1)
    }).pipe(Effect.provide(engine)))

  it.effect("410 disables at once", () =>
    Effect.gen(function*() {
      const { managing, subscribe, subscriber, webhooks, write } = yield* hooked
      const { webhook } = yield* subscribe()
      subscriber.answer = 410
      yield* write("Un")
      yield* webhooks.deliverDue
      expect(yield* webhooks.get(managing, webhook.id)).toMatchObject({ state: "disabled", reason: expect.stringContaining("410") })
      expect(yield* Effect.flatMap(MailBox, (box) => box.taken)).toHaveLength(1)
    }).pipe(Effect.provide(engine)))

  it.effect("a request without an answer fails after 15 seconds, and delays no other webhook", () =>
    Effect.gen(function*() {
      const { managing, subscribe, subscriber, webhooks, write } = yield* hooked
      const { webhook } = yield* subscribe()
      subscriber.answer = Effect.never
      yield* write("Un")
      const working = yield* Effect.fork(webhooks.work)
      yield* TestClock.adjust("2 seconds")
      // Requests are signed by WebCrypto, which does not follow the clock of the test.
      const taken = (count: number) =>
        Effect.repeat(Effect.promise(() => setImmediate()), { until: () => subscriber.taken.length >= count })
      yield* taken(1)
      subscriber.answer = 200
      const other = yield* subscribe({ url: `${url}/2` })
      yield* write("Deux")
      yield* TestClock.adjust("2 seconds")
      yield* taken(2)
      const otherDeliveries = Effect.zipRight(Effect.promise(() => setImmediate()), webhooks.deliveries(managing, other.webhook.id))
      expect(yield* Effect.repeat(otherDeliveries, { until: ({ length }) => length > 0 })).toMatchObject([{ status: 200 }])
      expect(yield* webhooks.deliveries(managing, webhook.id)).toEqual([])
      // The time of the request begins when it is signed, up to two seconds after the delivery.
      yield* TestClock.adjust("15 seconds")
      const [delivery, ...more] = yield* webhooks.deliveries(managing, webhook.id)
      expect([delivery, more]).toMatchObject([{ attempts: 1, status: null }, []])
      expect([15_000, 16_000, 17_000]).toContain(delivery?.ms)
      yield* Fiber.interrupt(working)
    }).pipe(Effect.provide(engine)))

  it.effect("only the kinds that it names are sent, with the event when it is detailed", () =>
    Effect.gen(function*() {
      const { kinds, subscribe, subscriber, webhooks, write } = yield* hooked
      yield* subscribe({ url, kinds: ["event.published"], detailed: true })
      yield* write("Un", { state: 0 })
      const { event } = yield* write("Deux", { state: 2 })
      yield* webhooks.deliverDue
      expect(kinds()).toEqual(["event.published"])
      expect(bodyOf(subscriber.taken[0]?.body).data["event"]).toMatchObject({ uid: event.uid, title: { fr: "Deux" } })
    }).pipe(Effect.provide(engine)))

  it.effect("what is sent is what its creator may read when it is sent", () =>
    Effect.gen(function*() {
      const { administrator, agenda, contributor, kinds, ref, subscribe, webhooks, write } = yield* hooked
      const members = yield* Members
      const { webhook } = yield* subscribe()
      yield* write("Un", { state: 0 }, contributor.token)
      yield* memberOf(agenda.uid, "administrator", "bea")
      yield* members.remove(agenda.uid, administrator.user.uid)
      yield* write("Deux", { state: 2 }, operator)
      yield* webhooks.deliverDue
      expect(kinds()).toEqual(["event.published"])
      const webhookNow = authorized(operator, ref, "members:write", (operating) => webhooks.get(operating, webhook.id))
      expect(yield* webhookNow).toMatchObject({ state: "active" })
      yield* Effect.flatMap(Agendas, (agendas) => agendas.update(agenda.uid, { private: true }))
      yield* webhooks.deliverDue
      expect(yield* webhookNow).toMatchObject({ state: "disabled", reason: "its creator may no longer read the agenda" })
    }).pipe(Effect.provide(engine)))

  it.effect("a paused webhook receives nothing, and what it missed when it goes on", () =>
    Effect.gen(function*() {
      const { managing, subscribe, uids, webhooks, write } = yield* hooked
      const { webhook } = yield* subscribe()
      yield* webhooks.update(managing, webhook.id, { state: "paused" })
      const { event } = yield* write("Un")
      yield* webhooks.deliverDue
      expect(uids()).toEqual([])
      yield* webhooks.update(managing, webhook.id, { state: "active" })
      yield* webhooks.deliverDue
      expect(uids()).toEqual([event.uid])
    }).pipe(Effect.provide(engine)))

  it.effect("a webhook that is paused during a failing delivery stays paused, and nobody is told", () =>
    Effect.gen(function*() {
      const { managing, subscribe, subscriber, webhooks, write } = yield* hooked
      const { webhook } = yield* subscribe()
      subscriber.answer = Effect.zipRight(
        Effect.orDie(webhooks.update(managing, webhook.id, { state: "paused" })),
        Effect.succeed({ status: 410, body: "" })
      )
      yield* write("Un")
      yield* webhooks.deliverDue
      yield* webhooks.deliverDue
      expect(yield* webhooks.get(managing, webhook.id)).toMatchObject({ state: "paused", reason: null })
      expect(yield* Effect.flatMap(MailBox, (box) => box.taken)).toEqual([])
    }).pipe(Effect.provide(engine)))

  it.effect("a change keeps what another change wrote meanwhile to other members", () =>
    Effect.gen(function*() {
      const { managing, subscribe, subscriber, webhooks } = yield* hooked
      const { webhook } = yield* subscribe()
      subscriber.lookUp = Effect.asVoid(Effect.orDie(webhooks.update(managing, webhook.id, { state: "paused" })))
      const { webhook: changed } = yield* webhooks.update(managing, webhook.id, { url: `${url}/2` })
      expect(changed).toMatchObject({ url: `${url}/2`, state: "paused" })
    }).pipe(Effect.provide(engine)))

  it.effect("a defect of one delivery is logged, and the other webhooks receive their changes", () =>
    Effect.gen(function*() {
      const { managing, subscribe, subscriber, webhooks, write } = yield* hooked
      const first = yield* subscribe()
      const second = yield* subscribe({ url: `${url}/2` })
      subscriber.answer = Effect.suspend(() =>
        subscriber.taken.at(-1)?.url === url ? Effect.die("broken") : Effect.succeed({ status: 200, body: "" })
      )
      yield* write("Un")
      expect(yield* webhooks.deliverDue).toBe(1)
      expect(yield* webhooks.deliveries(managing, first.webhook.id)).toEqual([])
      expect(yield* webhooks.deliveries(managing, second.webhook.id)).toMatchObject([{ status: 200 }])
    }).pipe(Effect.provide(engine)))

  it.effect("replays from an instant or a delivery go to the webhook as it is now, with the same ids", () =>
    Effect.gen(function*() {
      const { managing, subscribe, subscriber, uids, webhooks, write } = yield* hooked
      const { webhook } = yield* subscribe()
      const first = yield* write("Un")
      yield* TestClock.adjust("1 minutes")
      const between = DateTime.formatIso(DateTime.unsafeMake((yield* Clock.currentTimeMillis) - 1_000))
      const second = yield* write("Deux")
      yield* webhooks.deliverDue
      const [latest, earliest] = yield* webhooks.deliveries(managing, webhook.id)
      yield* webhooks.update(managing, webhook.id, { url: `${url}/moved` })
      yield* webhooks.replay(managing, webhook.id, { from: between })
      expect(yield* webhooks.deliverDue).toBe(1)
      yield* webhooks.replay(managing, webhook.id, { from: earliest?.id ?? "" })
      expect(yield* webhooks.deliverDue).toBe(2)
      yield* webhooks.replay(managing, webhook.id, { from: "1970-01-01T00:00:00Z" })
      expect(yield* webhooks.deliverDue).toBeGreaterThanOrEqual(2)
      const [one, two] = [first.event.uid, second.event.uid]
      expect(uids().slice(0, 5)).toEqual([one, two, two, one, two])
      expect(subscriber.taken.map((request) => request.url).slice(1, 3)).toEqual([url, `${url}/moved`])
      expect(subscriber.taken[2]?.headers["webhook-id"]).toBe(latest?.id)
    }).pipe(Effect.provide(engine)))

  it.effect("a test is sent once, in any state, and shown with its answer", () =>
    Effect.gen(function*() {
      const { kinds, managing, subscribe, subscriber, webhooks } = yield* hooked
      const { webhook } = yield* subscribe({ url, state: "paused" })
      subscriber.answer = 418
      expect(yield* webhooks.test(managing, webhook.id)).toMatchObject({ id: webhook.id, state: "paused" })
      yield* webhooks.deliverDue
      expect(kinds()).toEqual(["webhook.test"])
      expect(yield* webhooks.deliveries(managing, webhook.id)).toMatchObject([{
        kind: "webhook.test",
        status: 418,
        response: "status 418"
      }])
    }).pipe(Effect.provide(engine)))

  it.effect("bad bodies are refused with all their faults, and change nothing", () =>
    Effect.gen(function*() {
      const { managing, subscribe, webhooks } = yield* hooked
      const { webhook } = yield* subscribe()
      const faults = <A>(refused: Effect.Effect<A, unknown>) => Effect.flip(refused)
      expect(
        yield* faults(subscribe({ url: "ftp://a.example", kinds: ["event.born", "event.removed", 3], detailed: "no", state: "disabled" }))
      )
        .toMatchObject({
          issues: [
            { code: "url.invalid", field: "url" },
            { code: "enum.invalid", field: "kinds", index: 0 },
            { code: "enum.invalid", field: "kinds", index: 2 },
            { code: "type.invalid", field: "detailed" },
            { code: "enum.invalid", field: "state" }
          ]
        })
      expect(yield* faults(subscribe({}))).toMatchObject({ issues: [{ code: "required", field: "url" }] })
      expect(yield* faults(subscribe({ url: "http://inward.example/" }))).toMatchObject({ issues: [{ code: "url.invalid", field: "url" }] })
      expect(yield* faults(webhooks.update(managing, webhook.id, { url: "http://inward.example/" }))).toMatchObject({
        issues: [{ code: "url.invalid" }]
      })
      for (const from of [undefined, "soon", "1:1", `${webhook.id}:1:1`, 7, `${managing.agenda.uid}:99999:0`]) {
        expect(yield* faults(webhooks.replay(managing, webhook.id, from === undefined ? {} : { from }))).toMatchObject({
          issues: [{ field: "from" }]
        })
      }
      expect(yield* webhooks.list(managing)).toEqual([webhook])
      for (let number = 1; number < 20; number++) yield* subscribe()
      expect(yield* faults(subscribe())).toMatchObject({ issues: [{ code: "tooMany", field: "url" }] })
    }).pipe(Effect.provide(engine)))

  it.effect("only administrators and operators manage webhooks, each those of their agenda", () =>
    Effect.gen(function*() {
      const { moderator, ref, subscribe, webhooks } = yield* hooked
      const access = yield* Access
      const { webhook } = yield* subscribe()
      const moderating = yield* access.authorize(moderator.token, ref, "members:write")
      const refused = [webhooks.list(moderating), webhooks.create(moderating, { url }), webhooks.rotate(moderating, webhook.id)]
      const failures = yield* Effect.forEach(refused, (call) => Effect.flip(Effect.asVoid<unknown, unknown, never>(call)))
      expect(failures).toMatchObject(refused.map(() => ({ _tag: "Forbidden" })))
      const operating = yield* access.authorize(operator, ref, "members:write")
      expect(yield* webhooks.remove(operating, webhook.id)).toEqual(webhook)
      expect(yield* Effect.flip(webhooks.get(operating, webhook.id))).toMatchObject({ _tag: "NotFound", what: "webhook" })
    }).pipe(Effect.provide(engine)))
})
