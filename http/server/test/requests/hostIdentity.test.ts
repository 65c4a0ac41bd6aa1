import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { operator } from "@agenda-engine/core/domain/access/Credential"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as Engine from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Access, authorized, identifiesByCredentials } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Members } from "@agenda-engine/core/services/Members"
import { Users } from "@agenda-engine/core/services/Users"
import { defaultSettings } from "@agenda-engine/http/HttpSettings"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import { at } from "../../../test/world/at.js"
import { onlineBody } from "../../../test/world/bodies.js"
import { testImages } from "../../../test/world/testImages.js"
import { defaultSockets } from "../../src/config/ServerConfig.js"
import { serve } from "../../src/node/Server.js"
import { sender } from "../world/World.js"

type Headers = { readonly [name: string]: string }

/** Sends a request through one of the two carriers. */
type Send = (path: string, call: { readonly method?: string; readonly headers: Headers; readonly body?: unknown }) => Effect.Effect<{
  readonly status: number
  readonly etag: string
  readonly replayed: boolean
  readonly body: unknown
}>

const engine = Engine.layer.pipe(
  Layer.provide([MemoryStores.layer, WebCryptoSecrets.layer, testImages, MarkdownRichText.layer, MailBox.layer])
)

const byCookie = (access: Access["Type"]): Access["Type"]["identify"] => (presented) =>
  Effect.flatMap(Effect.serviceOption(HttpServerRequest.HttpServerRequest), (request) => {
    const { headers } = Option.getOrThrow(request)
    if (headers["cookie"] === "session=administrator") return Effect.succeed(operator)
    // A host whose users share one credential, as which it calls.
    const { "x-user": user } = headers
    return user === undefined ? access.identify(presented) : Effect.succeed(
      {
        _tag: "Key",
        kind: "secret",
        keyId: "host",
        userUid: Number(user),
        agendaUids: null,
        operations: null,
        writes: true
      } as const
    )
  })

/** Callers are identified by a cookie or `x-user` before the credentials of the engine are looked at. */
const decorated = Layer.effect(Access, Effect.map(Access, (access) => ({ ...access, identify: byCookie(access) }))).pipe(
  Layer.provideMerge(engine)
)

const populate = Effect.gen(function*() {
  yield* (yield* Agendas).create({ uid: 1, title: "Host's agenda" })
  const { event } = yield* authorized(
    operator,
    { _tag: "Uid", uid: 1 },
    "events:write",
    (by) => Effect.flatMap(Events, (events) => events.create(by, { ...onlineBody, state: 0 }, { lang: null }))
  )
  const users: Array<number> = []
  for (const name of ["first", "second"]) {
    const { uid } = yield* (yield* Users).create({ name, email: `${name}@example.org` })
    yield* (yield* Members).add(1, uid, "moderator")
    users.push(uid)
  }
  const unrestricted = { agendaUids: null, operations: null, expiresAt: null }
  const { key } = yield* (yield* Keys).create({ ...unrestricted, kind: "public", ownerUid: null })
  return { key, users, draft: `/v2/agendas/1/events/${JSON.stringify(event["uid"])}` }
})

type Hosted = Effect.Effect.Success<typeof populate> & { readonly send: Send }

const settings = { ...defaultSettings, publicUrl: "https://host.example", accessLog: false }

const onNode: Effect.Effect<Hosted, unknown, Scope.Scope> = Effect.gen(function*() {
  const context = yield* Layer.build(decorated)
  return yield* Effect.gen(function*() {
    const populated = yield* populate
    const { port } = yield* serve({ host: "127.0.0.1", port: 0, limits: defaultLimits, settings, sockets: defaultSockets })
    const send: Send = (path, call) =>
      Effect.map(sender(port)(path, call), ({ body, headers, status }) => ({
        status,
        etag: headers.etag ?? "",
        replayed: headers["idempotency-replayed"] === "true",
        body
      }))
    return { ...populated, send }
  }).pipe(Effect.provide(context))
})

const onWeb: Effect.Effect<Hosted, unknown, Scope.Scope> = Effect.gen(function*() {
  const context = yield* Layer.build(decorated)
  const populated = yield* Effect.provide(populate, context)
  const { dispose, handler } = WebHandler.make(Layer.succeedContext(context), settings)
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  const send: Send = (path, { body, headers, method = "GET" }) =>
    Effect.promise(async () => {
      const response = await handler(
        new Request(`https://host.example${path}`, {
          method,
          headers: { "content-type": "application/json", ...headers },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
      const text = await response.text()
      return {
        status: response.status,
        etag: response.headers.get("etag") ?? "",
        replayed: response.headers.get("idempotency-replayed") === "true",
        body: text === "" ? null : JSON.parse(text)
      }
    })
  return { ...populated, send }
})

const administrator = { cookie: "session=administrator" }
describe.each([["Node's server", onNode], ["a handler", onWeb]] as const)(
  "an Access that identifies by a cookie, behind %s",
  (_, carrier) => {
    it.scopedLive("does not serve an administrator's cached response to others", () =>
      Effect.gen(function*() {
        const { draft, key, send } = yield* carrier
        for (const path of ["/v2/agendas/1/events?state=0", draft, "/v2/agendas/1/events?state=0&size=7"]) {
          for (const credentials of [{}, { key }] satisfies ReadonlyArray<Headers>) {
            let tag = ""
            for (const _ of [1, 2, 3, 4]) {
              const { body, etag } = yield* send(path, { headers: { ...administrator, ...credentials } })
              expect(JSON.stringify(body)).toContain("Summer concert")
              tag = etag
            }
            const outside = yield* Effect.all([
              send(path, { headers: credentials }),
              send(path, { headers: { ...credentials, "if-none-match": tag } })
            ], { concurrency: "unbounded" })
            for (const { body, status } of outside) {
              expect(status, path).toBe("key" in credentials ? path === draft ? 404 : 403 : 401)
              expect(JSON.stringify(body)).not.toContain("Summer concert")
            }
          }
        }
      }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger))))

    it.scopedLive("replays an idempotent write to its own caller only", () =>
      Effect.gen(function*() {
        const { send, users: [one, other] } = yield* carrier
        const create = (who: Headers, title: string) =>
          send("/v2/agendas/1/events", {
            method: "POST",
            headers: { ...who, "idempotency-key": "one" },
            body: { ...onlineBody, title: { en: title } }
          })
        const made = yield* create(administrator, "by the administrator")
        expect([made.status, made.replayed]).toEqual([200, false])
        const again = yield* create(administrator, "by the administrator")
        expect([again.replayed, at(again.body, "event", "uid")]).toEqual([true, at(made.body, "event", "uid")])
        expect((yield* create(administrator, "something else")).status).toBe(422)

        const first = yield* create({ "x-user": String(one) }, "by a user")
        expect([first.status, (yield* create({ "x-user": String(one) }, "by a user")).replayed]).toEqual([200, true])
        const second = yield* create({ "x-user": String(other) }, "by a user")
        expect([second.status, second.replayed]).toEqual([200, false])
      }).pipe(Effect.provide(Logger.remove(Logger.defaultLogger))))
  }
)

it.effect("only the engine's own Access identifies by credentials alone, and it is frozen", () =>
  Effect.gen(function*() {
    const access = yield* Access
    expect(identifiesByCredentials(access)).toBe(true)
    expect(Object.isFrozen(access)).toBe(true)
    for (const other of [{ ...access }, Object.create(access), new Proxy(access, {}), yield* Effect.provide(Access, decorated)]) {
      expect(identifiesByCredentials(other)).toBe(false)
    }
  }).pipe(Effect.provide(engine)))
