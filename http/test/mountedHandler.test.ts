import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { CurrentInvitationSettings } from "@agenda-engine/core/domain/access/Invitation"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Access } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Users } from "@agenda-engine/core/services/Users"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import type { HttpSettings } from "../src/HttpSettings.js"
import * as WebHandler from "../src/WebHandler.js"
import { at } from "./world/at.js"
import { onlineBody } from "./world/bodies.js"
import { testImages } from "./world/testImages.js"

const engine = Engine.layer.pipe(
  Layer.provide([MemoryStores.layer, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer]),
  Layer.provideMerge(MailBox.layer)
)
const silent = Logger.remove(Logger.defaultLogger)

/** A handler over an engine with an agenda, and the token of its administrator. */
const mounted = (settings: Partial<HttpSettings>, more: Layer.Layer<never> = silent) =>
  Effect.gen(function*() {
    const context = yield* Layer.build(engine)
    const token = yield* Effect.gen(function*() {
      const { uid } = yield* (yield* Users).create({ name: "owner", email: "owner@example.org" })
      yield* (yield* Agendas).create({ uid: 1, title: "Hosted", ownerUid: uid })
      const { key } = yield* (yield* Keys).create({ kind: "secret", ownerUid: uid, agendaUids: null, operations: null, expiresAt: null })
      return (yield* (yield* Access).requestToken(key)).accessToken
    }).pipe(Effect.provide(context))
    const { dispose, handler } = WebHandler.make(Layer.merge(Layer.succeedContext(context), more), settings)
    yield* Effect.addFinalizer(() => Effect.promise(dispose))
    const ask = (url: string, body?: unknown, headers: { readonly [name: string]: string } = {}) =>
      Effect.promise(async () => {
        const response = await handler(
          new Request(url, {
            headers: { "access-token": token, "content-type": "application/json", ...headers },
            ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) })
          })
        )
        return { status: response.status, headers: response.headers, body: await response.json() }
      })
    return { ask, mailBox: Context.get(context, MailBox) }
  })

describe("a handler whose engine cannot be built at first", () => {
  it.scopedLive("answers 503 to all waiting requests, and retries with the next one", () =>
    Effect.gen(function*() {
      let attempts = 0
      let released = 0
      const failing = Layer.scopedDiscard(Effect.gen(function*() {
        yield* Effect.addFinalizer(() => Effect.sync(() => released++))
        attempts++
        yield* Effect.yieldNow()
        if (attempts === 1) return yield* new StoreError({ reason: "Unavailable", operation: "connect", cause: "refused" })
        if (attempts === 2) return yield* Effect.die("a driver's own failure")
      }))
      const { dispose, handler, ready } = WebHandler.make(Layer.provideMerge(engine, failing), { accessLog: false })
      const ask = Effect.promise(() => handler(new Request("https://host.example/v2/agendas/1?key=s3cret")))
      const expectUnavailable = (response: Response) =>
        Effect.gen(function*() {
          const text = yield* Effect.promise(() => response.text())
          expect([response.status, response.headers.get("retry-after")], text).toEqual([503, "5"])
          expect(response.headers.get("cache-control")).toBe("private, no-cache")
          expect(response.headers.get("x-request-id")).toMatch(/./)
          expect(JSON.parse(text)).toMatchObject({ status: 503, success: false, type: "https://host.example/problems/unavailable" })
          expect(text).not.toContain("refused")
        })
      for (const response of yield* Effect.all([ask, ask, ask], { concurrency: "unbounded" })) yield* expectUnavailable(response)
      expect([attempts, released]).toEqual([1, 1])
      yield* expectUnavailable(yield* ask)
      expect([attempts, released]).toEqual([2, 2])
      expect((yield* ask).status).toBe(403)
      expect((yield* ask).status).toBe(403)
      expect([attempts, released]).toEqual([3, 2])
      yield* Effect.promise(ready)
      expect(attempts).toBe(3)
      yield* Effect.promise(dispose)
      expect(released).toBe(3)
    }).pipe(Effect.provide(silent)))
})

describe("ready and run", () => {
  it.scopedLive("reject with the typed error of the layer, and try again", () =>
    Effect.gen(function*() {
      let attempts = 0
      const failing = Layer.effectDiscard(Effect.suspend(() =>
        ++attempts <= 2 ? new StoreError({ reason: "Unavailable", operation: "connect", cause: "refused" }) : Effect.void
      ))
      const { dispose, ready, run } = WebHandler.make(Layer.provideMerge(Layer.merge(engine, silent), failing))
      const failure = { _tag: "StoreError", reason: "Unavailable", operation: "connect" }
      const agendas = Effect.flatMap(Agendas, (agendas) =>
        agendas.create({ title: "Hosted" }))
      yield* Effect.promise(() => expect(ready()).rejects.toMatchObject(failure))
      yield* Effect.promise(() => expect(run(agendas)).rejects.toMatchObject(failure))
      expect(yield* Effect.promise(() => run(agendas))).toMatchObject({ title: "Hosted" })
      yield* Effect.promise(ready)
      expect(attempts).toBe(3)
      const invalid = Effect.flatMap(Agendas, (agendas) => agendas.create({ title: "Hosted", slug: "No slug" }))
      yield* Effect.promise(() => expect(run(invalid)).rejects.toMatchObject({ _tag: "Invalid" }))
      yield* Effect.promise(dispose)
      yield* Effect.promise(() => expect(ready()).rejects.toMatchObject({ reason: "Unavailable", operation: "WebHandler" }))
      yield* Effect.promise(() => expect(run(agendas)).rejects.toMatchObject({ reason: "Unavailable" }))
    }))
})

describe("a handler under a path", () => {
  it.scopedLive("cuts its path off requests, and begins links with it where publicUrl does not", () =>
    Effect.gen(function*() {
      const { ask } = yield* mounted({ basePath: "/calendar" })
      const made = yield* ask("https://host.example/calendar/v2/agendas/1/events", onlineBody)
      expect(made.headers.get("location")).toMatch(/^https:\/\/host\.example\/calendar\/v2\/agendas\/1\/events\/\d+$/)
      for (const outside of ["/v2/agendas/1", "/calendarium/v2/agendas/1", "/"]) {
        expect((yield* ask(`https://host.example${outside}`)).status, outside).toBe(404)
      }
      const listed = yield* ask("https://host.example/calendar/v2/agendas/1/events")
      expect([listed.status, at(listed.body, "total")]).toEqual([200, 1])
      const elsewhere = yield* mounted({ basePath: "/calendar", publicUrl: "https://town.example/agenda" })
      const named = yield* elsewhere.ask("https://host.example/calendar/v2/agendas/1/events", onlineBody)
      expect(named.headers.get("location")).toMatch(/^https:\/\/town\.example\/agenda\/v2\/agendas\/1\/events\/\d+$/)
    }))
})

describe("a handler that is disposed", () => {
  it.scopedLive("finishes the active request, and answers 503 afterwards", () =>
    Effect.gen(function*() {
      const searching = yield* Deferred.make<void>()
      const release = yield* Deferred.make<void>()
      let isReleased = false
      const slow = Layer.map(MemoryStores.layer, (context) => {
        const agendas = Context.get(context, AgendaStore)
        return Context.add(context, AgendaStore, {
          ...agendas,
          search: (plan) =>
            Deferred.succeed(searching, undefined).pipe(Effect.zipRight(Deferred.await(release)), Effect.zipRight(agendas.search(plan)))
        })
      })
      const parts = [slow, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer] as const
      const context = yield* Layer.build(Engine.layer.pipe(Layer.provide(parts)))
      const { key } = yield* Effect.provide(
        Effect.flatMap(
          Keys,
          (keys) => keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null })
        ),
        context
      )
      const released = Layer.scopedDiscard(Effect.addFinalizer(() => Effect.sync(() => (isReleased = true))))
      const { dispose, handler } = WebHandler.make(Layer.mergeAll(Layer.succeedContext(context), released, silent))
      const ask = () => handler(new Request("https://host.example/v2/agendas", { headers: { key } }))
      const underWay = ask()
      yield* Deferred.await(searching)
      const disposed = dispose()
      expect(dispose()).toBe(disposed)
      const refused = yield* Effect.promise(ask)
      expect([refused.status, refused.headers.get("retry-after"), isReleased]).toEqual([503, "5", false])
      yield* Deferred.succeed(release, undefined)
      expect((yield* Effect.promise(() => underWay)).status).toBe(200)
      yield* Effect.promise(() => disposed)
      expect(isReleased).toBe(true)
    }))
})

describe("links of a mounted handler", () => {
  const invitedTo = (settings: Partial<HttpSettings>, more?: Layer.Layer<never>) =>
    Effect.gen(function*() {
      const { ask, mailBox } = yield* mounted(settings, more)
      const invited = yield* ask(
        "https://evil.example/v2/agendas/1/members/invite",
        { role: "contributor", emails: ["guest@example.org"] },
        {
          host: "evil.example"
        }
      )
      expect(invited.status).toBe(200)
      return /https?:\S+(?=\?token=)/.exec((yield* mailBox.taken)[0]?.text ?? "")?.[0]
    })

  it.scopedLive("in invitations begin with publicUrl or the host's invitation settings, and never with the Host header", () =>
    Effect.gen(function*() {
      const lines: Array<string> = []
      const logged = Logger.replace(Logger.defaultLogger, Logger.map(Logger.logfmtLogger, (line) => lines.push(line)))
      const settings = { base: () => "https://chosen.example", secret: null }
      const chosen = Layer.merge(Layer.succeed(CurrentInvitationSettings, settings), logged)
      expect(yield* invitedTo({ publicUrl: "https://host.example/town" })).toBe("https://host.example/town/invitation")
      expect(yield* invitedTo({ publicUrl: "https://host.example/town" }, chosen)).toBe("https://host.example/town/invitation")
      expect(yield* invitedTo({}, chosen)).toBe("https://chosen.example/invitation")
      const warnings = () => lines.filter((line) => line.includes("publicUrl is not set"))
      expect(warnings()).toEqual([])
      expect(yield* invitedTo({}, logged)).toBe("http://127.0.0.1:3000/invitation")
      expect(warnings()).toEqual([expect.stringContaining("level=WARN")])
    }))

  it.scopedLive("in responses have the scheme and host of the request without publicUrl", () =>
    Effect.gen(function*() {
      const { ask } = yield* mounted({})
      const baseOf = (url: string, headers = {}) =>
        Effect.map(ask(`${url}/v2/agendas/9/events`, undefined, headers), ({ body }) => String(at(body, "type")).split("/problems/")[0])
      expect(yield* baseOf("https://host.example")).toBe("https://host.example")
      expect(yield* baseOf("http://host.example:8080")).toBe("http://host.example:8080")
      expect(yield* baseOf("https://inside.example", { host: "outside.example" })).toBe("https://outside.example")
      expect(yield* baseOf("https://my_service:3000")).toBe("https://my_service:3000")
      const made = yield* ask("https://host.example/v2/agendas/1/events", onlineBody)
      expect(made.headers.get("location")).toMatch(/^https:\/\/host\.example\/v2\/agendas\/1\/events\/\d+$/)
    }))
})
