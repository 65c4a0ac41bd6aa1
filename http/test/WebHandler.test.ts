import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import type { Caller } from "@agenda-engine/core/domain/access/Credential"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Access } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Users } from "@agenda-engine/core/services/Users"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { gunzipSync } from "node:zlib"
import * as NodeCompressor from "../src/node/NodeCompressor.js"
import * as WebHandler from "../src/WebHandler.js"
import { at } from "./world/at.js"
import { onlineBody } from "./world/bodies.js"
import { testImages } from "./world/testImages.js"

const engine = Engine.layer.pipe(
  Layer.provide([MemoryStores.layer, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer])
)
const silent = Logger.remove(Logger.defaultLogger)

const base = "https://host.example"

it.live("answers web requests without a server, and releases its resources", () =>
  Effect.gen(function*() {
    let secret = ""
    let released = false
    const populated = Layer.scopedDiscard(Effect.gen(function*() {
      const owner = yield* (yield* Users).create({ name: "owner", email: "owner@example.org" })
      yield* (yield* Agendas).create({ uid: 1, title: "Hosted", ownerUid: owner.uid })
      const unrestricted = { agendaUids: null, operations: null, expiresAt: null }
      secret = (yield* (yield* Keys).create({ ...unrestricted, kind: "secret", ownerUid: owner.uid })).key
      yield* Effect.addFinalizer(() => Effect.sync(() => (released = true)))
    })).pipe(Layer.provideMerge(engine), Layer.merge(silent), Layer.orDie)
    const { dispose, handler } = WebHandler.make(populated, { publicUrl: base, accessLog: false, unprefixed: true })
    const ask = (path: string, init?: RequestInit) =>
      Effect.promise(async () => {
        const response = await handler(new Request(`${base}${path}`, init))
        const text = await response.text()
        return { status: response.status, headers: response.headers, text, body: text.startsWith("{") ? JSON.parse(text) : undefined }
      })
    const json = (body: unknown, headers = {}) => ({
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers }
    })

    expect((yield* ask("/v2/agendas")).status).toBe(401)
    const respelled = yield* ask("/v%32/agendas")
    expect(respelled.status).toBe(404)
    expect(respelled.headers.get("cache-control")).toBe("private, no-cache")
    expect(respelled.headers.get("vary")).toContain("access-token")
    for (const path of ["/docs", "/docs/"]) {
      const page = yield* ask(path)
      expect(page.headers.get("content-security-policy"), path).toContain("default-src 'none'")
      expect(page.text, path).toContain("swagger-ui")
    }
    expect((yield* ask("/%64ocs")).status).toBe(404)
    expect((yield* ask(`/v2/agendas?${"uid=1&".repeat(200_000)}`)).status).toBe(414)
    const token = yield* ask("/v2/requestAccessToken", json({ code: secret }))
    expect(token.status, token.text).toBe(200)
    const headers = { "access-token": String(at(token.body, "access_token")) }
    const made = yield* ask("/v2/agendas/1/events", json(onlineBody, headers))
    expect(made.status, made.text).toBe(200)
    expect(made.headers.get("location")).toBe(`${base}/v2/agendas/1/events/${String(at(made.body, "event", "uid"))}`)
    expect((yield* ask("/agendas/1/events/?size=1&keyword=jazz", { headers })).body).toMatchObject({ success: true, total: 1 })

    const asked: Array<unknown> = []
    for (const _ of [1, 2, 3, 4]) {
      const { headers: answered, status, text } = yield* ask("/v2/agendas/1/events", { headers: { ...headers, "x-request-id": "same" } })
      const named: Array<readonly [string, string]> = []
      answered.forEach((value, name) => named.push([name, value]))
      asked.push({ status, text, named })
    }
    expect(asked.slice(1)).toEqual([asked[0], asked[0], asked[0]])
    const known = (ifNoneMatch: string) =>
      ask("/v2/agendas/1/events", { headers: { ...headers, "if-none-match": ifNoneMatch, "x-request-id": "same" } })
    expect([(yield* known("*")).status, (yield* known('"other"')).status]).toEqual([304, 200])

    const form = new FormData()
    form.set("data", JSON.stringify(onlineBody))
    expect((yield* ask("/v2/agendas/1/events", { method: "POST", body: form, headers })).status).toBe(200)
    expect((yield* ask("/v2/agendas/1/events", { method: "POST", headers })).body).toMatchObject({
      status: 400,
      errors: [{ code: "json.invalid" }]
    })
    const large = yield* ask("/v2/agendas/1/events", { ...json("x".repeat(3_000_000), headers) })
    expect(large.status).toBe(413)
    const larger = yield* ask("/v2/agendas/1/events", { ...json("x".repeat(3_000_000), { ...headers, "content-length": "5" }) })
    expect(larger.status).toBe(413)
    // A body of several blocks is read whole, whatever length it declares.
    const spaced = new TextEncoder().encode(" ".repeat(1_800_000) + JSON.stringify({ ...onlineBody, keywords: { fr: ["long"] } }))
    for (const declared of [undefined, String(spaced.byteLength), "5", "1900000", "many"]) {
      const streamed = {
        method: "POST",
        body: new ReadableStream<Uint8Array>({
          start(controller) {
            for (let from = 0; from < spaced.byteLength; from += 65_536) controller.enqueue(spaced.slice(from, from + 65_536))
            controller.close()
          }
        }),
        duplex: "half",
        headers: { ...headers, "content-type": "application/json", ...(declared === undefined ? {} : { "content-length": declared }) }
      }
      const written = yield* ask("/v2/agendas/1/events", streamed)
      expect([declared, written.status, at(written.body, "event", "keywords")]).toEqual([declared, 200, { fr: ["long"] }])
    }

    const head = yield* ask("/v2/agendas", { method: "HEAD", headers })
    expect([head.status, head.text]).toEqual([200, ""])
    expect((yield* ask("/v2/agendas", { method: "OPTIONS" })).status).toBe(204)
    expect((yield* ask("/v2/agendas/%zz")).body).toMatchObject({ status: 400, success: false })
    expect((yield* ask("/nothing")).body).toMatchObject({ status: 404, type: `${base}/problems/not-found` })
    expect((yield* ask(`/v2/agendas?x=${"a".repeat(33_000)}`)).body).toMatchObject({ status: 414 })
    expect((yield* ask("/health/ready")).body).toEqual({ status: "ready" })

    expect(released).toBe(false)
    yield* Effect.promise(dispose)
    expect(released).toBe(true)
  }))

it.live("compresses with the host's compressor, and answers 304 without one", () =>
  Effect.gen(function*() {
    const asking = (layer: Layer.Layer<Engine.Engine>) => {
      const { dispose, handler } = WebHandler.make(Layer.merge(layer, silent), { publicUrl: base, accessLog: false })
      const ask = (headers: { readonly [name: string]: string }) =>
        Effect.promise(() => handler(new Request(`${base}/docs`, { headers: { "accept-encoding": "gzip", ...headers } })))
      return Effect.acquireRelease(Effect.succeed(ask), () => Effect.promise(dispose))
    }
    const plain = yield* asking(engine)
    const body = yield* plain({})
    expect(body.headers.get("content-encoding")).toBeNull()
    const text = yield* Effect.promise(() => body.text())
    const known = yield* plain({ "if-none-match": String(body.headers.get("etag")) })
    expect([known.status, yield* Effect.promise(() => known.text())]).toEqual([304, ""])

    const compressing = yield* asking(Layer.merge(engine, NodeCompressor.layer))
    const smaller = yield* compressing({})
    expect(smaller.headers.get("content-encoding")).toBe("gzip")
    expect(gunzipSync(yield* Effect.promise(() => smaller.arrayBuffer())).toString()).toBe(text)
  }).pipe(Effect.scoped))

const asked = (caller: Caller, run: (ask: (path: string, init: RequestInit) => Promise<Response>) => Promise<void>) =>
  Effect.promise(async () => {
    const populated = Layer.scopedDiscard(Effect.gen(function*() {
      const owner = yield* (yield* Users).create({ name: "owner", email: "owner@example.org" })
      yield* (yield* Agendas).create({ uid: 1, title: "Hosted", ownerUid: owner.uid })
    })).pipe(
      Layer.provideMerge(
        Layer.map(engine, (context) =>
          Context.add(context, Access, {
            ...Context.get(context, Access),
            identify: () => Effect.succeed(caller)
          }))
      ),
      Layer.merge(silent),
      Layer.orDie
    )
    const { dispose, handler } = WebHandler.make(populated, { publicUrl: base, accessLog: false })
    await run((path, init) => handler(new Request(`${base}${path}`, init)))
    await dispose()
  })

it.live("runs a write once when an operator repeats its Idempotency-Key", () =>
  asked({ _tag: "Operator", userUid: null }, async (ask) => {
    const init = {
      method: "POST",
      body: JSON.stringify(onlineBody),
      headers: { "content-type": "application/json", "idempotency-key": "a" }
    }
    const first = await ask("/v2/agendas/1/events", init)
    const again = await ask("/v2/agendas/1/events", init)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.headers.get("idempotency-replayed")).toBe("true")
    expect(await again.text()).toBe(await first.text())
    const other = await ask("/v2/agendas/1/events", { ...init, body: JSON.stringify({ ...onlineBody, title: { fr: "Autre" } }) })
    expect(other.status).toBe(422)
    const list = await ask("/v2/agendas/1/events?relative[]=upcoming&relative[]=passed&relative[]=current", { headers: { key: "a" } })
    expect(at(await list.json(), "total")).toBe(1)
  }))

it.live("answers 400 to forms without a closing boundary and to unreadable ones", () =>
  asked({ _tag: "Operator", userUid: null }, async (ask) => {
    const headers = { "content-type": "multipart/form-data; boundary=xx" }
    for (const disposition of ['name="data"', 'name="image"; filename="a.jpg"', "name=\"image\"; filename*=utf-8''%ff"]) {
      const body = `--xx\r\ncontent-disposition: form-data; ${disposition}\r\n\r\nx\r\n`
      const answer = await ask("/v2/agendas/1/events", { method: "POST", headers, body })
      expect(answer.status, disposition).toBe(400)
      expect(await answer.text()).toContain("the form cannot be read")
    }
  }))
