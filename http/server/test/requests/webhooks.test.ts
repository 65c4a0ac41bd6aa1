import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as WebhookPoster from "@agenda-engine/outbound/WebhookPoster"
import { describe, expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Webhook } from "standardwebhooks"
import { startSubscriber } from "../../../../adapters/outbound/test/subscriber.js"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { agendas, make } from "../world/World.js"

const webhooks = `/v2/agendas/${agendas.main}/webhooks`

/** A world that sends to private addresses, or only to public ones. */
const webhookWorld = (privateAddresses: boolean, status = 204) =>
  Effect.gen(function*() {
    const { port, taken: requests } = yield* startSubscriber((_path, response) => response.writeHead(status).end())
    const subscriber = { url: `http://127.0.0.1:${port}/hook`, taken: requests }
    const world = yield* make(MemoryStores.layer, { webhooks: WebhookPoster.layer({ privateAddresses }) })
    const { credentials, send } = world
    const call = (
      method: string,
      path: string,
      body?: unknown,
      headers: { readonly [name: string]: string } = credentials.administratorToken
    ) => send(path, { method, headers, body })
    const taken = (count: number) => Effect.repeat(Effect.sleep(20), { until: () => subscriber.taken.length >= count })
    return { ...world, subscriber, call, taken }
  })

describe("webhooks over HTTP", () => {
  it.scopedLive("send signed changes to the subscriber, and list the deliveries", () =>
    Effect.gen(function*() {
      const { call, subscriber, taken } = yield* webhookWorld(true)
      const made = yield* call("POST", webhooks, { url: subscriber.url, kinds: ["event.published", "event.removed"], detailed: true })
      expect(made.status, made.text).toBe(200)
      const id = String(at(made.body, "webhook", "id"))
      expect(made.headers.location).toBe(`https://agenda.example${webhooks}/${id}`)
      expect(made.body).toMatchObject({
        success: true,
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]+=*$/),
        webhook: { url: subscriber.url, state: "active", reason: null, lastDeliveryAt: null, detailed: true }
      })
      const event = yield* call("POST", `/v2/agendas/${agendas.main}/events`, { ...onlineBody, state: 2 })
      yield* taken(1)
      const [first] = subscriber.taken
      const signed = Object.fromEntries(
        ["id", "timestamp", "signature"].map((name) => [`webhook-${name}`, String(first?.headers[`webhook-${name}`])])
      )
      // The clock of a world stands still, and the library refuses old timestamps: the signature is compared instead.
      const expected = new Webhook(String(at(made.body, "secret"))).sign(
        String(signed["webhook-id"]),
        DateTime.toDateUtc(DateTime.unsafeMake(Number(signed["webhook-timestamp"]) * 1_000)),
        first?.body ?? ""
      )
      expect(signed["webhook-signature"]).toBe(expected)
      expect(JSON.parse(first?.body ?? "")).toMatchObject({
        type: "event.published",
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.\d{3}Z$/),
        data: { uid: at(event.body, "event", "uid"), removed: false, event: { title: onlineBody.title } }
      })
      const listed = yield* Effect.repeat(Effect.delay(call("GET", `${webhooks}/${id}/deliveries`), 20), {
        until: ({ body }) => at(body, "items", "0") !== undefined
      })
      expect(listed.body).toMatchObject({
        success: true,
        items: [{ id: signed["webhook-id"], kind: "event.published", attempts: 1, status: 204, response: "" }]
      })
      expect((yield* call("GET", webhooks)).body).toMatchObject({ success: true, items: [{ id, lastDeliveryAt: expect.any(String) }] })
    }))

  it.scopedLive("are read, changed, tested, rotated, replayed and deleted", () =>
    Effect.gen(function*() {
      const { call, subscriber, taken } = yield* webhookWorld(true)
      const made = yield* call("POST", webhooks, { url: subscriber.url, unknown: 1 })
      expect(at(made.body, "warnings", "0")).toMatchObject({ code: "ignored", field: "unknown" })
      const one = `${webhooks}/${String(at(made.body, "webhook", "id"))}`
      expect((yield* call("GET", one)).body).toEqual({ success: true, webhook: at(made.body, "webhook") })
      expect((yield* call("PATCH", one, { state: "paused" })).body).toMatchObject({ success: true, webhook: { state: "paused" } })
      const tested = yield* call("POST", `${one}/test`)
      expect(tested.body).toMatchObject({ success: true, webhook: { state: "paused" } })
      expect(JSON.parse(subscriber.taken[0]?.body ?? "")).toMatchObject({ type: "webhook.test" })
      const rotated = yield* call("POST", `${one}/rotate`)
      expect(at(rotated.body, "secret")).not.toBe(at(made.body, "secret"))
      const event = yield* call("POST", `/v2/agendas/${agendas.main}/events`, { ...onlineBody, state: 2 })
      expect(event.status, event.text).toBe(200)
      yield* call("PATCH", one, { state: "active" })
      yield* taken(2)
      expect(subscriber.taken[1]?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/)
      const replayed = yield* call("POST", `${one}/replay`, { from: "2000-01-01T00:00:00Z" })
      expect(replayed.body).toMatchObject({ success: true })
      yield* taken(3)
      const removed = yield* call("DELETE", one)
      expect(removed.body).toMatchObject({ success: true, webhook: { id: at(made.body, "webhook", "id") } })
      const gone = yield* call("GET", one)
      expect([gone.status, at(gone.body, "message")]).toEqual([404, "webhook not found"])
    }))

  it.scopedLive("are disabled by 410, which health counts", () =>
    Effect.gen(function*() {
      const { call, subscriber } = yield* webhookWorld(true, 410)
      const made = yield* call("POST", webhooks, { url: subscriber.url })
      yield* call("POST", `/v2/agendas/${agendas.main}/events`, { ...onlineBody, state: 2 })
      const disabled = yield* Effect.repeat(Effect.delay(call("GET", `${webhooks}/${String(at(made.body, "webhook", "id"))}`), 50), {
        until: ({ body }) => at(body, "webhook", "state") === "disabled"
      })
      expect(at(disabled.body, "webhook", "reason")).toBe("the address answered 410 (Gone)")
      expect((yield* call("GET", "/health/ready")).body).toEqual({ status: "ready", webhooks: { disabled: 1 } })
    }))

  it.scopedLive("refuse private addresses and bad bodies, and change nothing", () =>
    Effect.gen(function*() {
      const { call, subscriber } = yield* webhookWorld(false)
      for (const url of [subscriber.url, "http://localhost/a", "http://[::1]/", "ftp://a.example/", "nonsense"]) {
        const refused = yield* call("POST", webhooks, { url })
        expect([refused.status, at(refused.body, "errors", "0", "code"), at(refused.body, "errors", "0", "field")], url)
          .toEqual([400, "url.invalid", "url"])
      }
      const faulty = yield* call("POST", webhooks, { kinds: ["event.born"], state: 7 })
      expect(at(faulty.body, "errors")).toMatchObject([{ code: "required" }, { code: "enum.invalid" }, { code: "enum.invalid" }])
      expect((yield* call("GET", webhooks)).body).toEqual({ success: true, items: [] })
    }))
})
