import { operator } from "@agenda-engine/core/domain/access/Credential"
import { Access, authorized, identifiesByCredentials } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Keys } from "@agenda-engine/core/services/Keys"
import { Members } from "@agenda-engine/core/services/Members"
import { Users } from "@agenda-engine/core/services/Users"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { type Headers, memoryEngine, onNode, onWeb } from "../../world/carriers.js"

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
  Layer.provideMerge(memoryEngine)
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

const administrator = { cookie: "session=administrator" }
describe.each([["Node's server", onNode], ["a handler", onWeb]] as const)(
  "an Access that identifies by a cookie, behind %s",
  (_, carrier) => {
    it.scopedLive("does not serve an administrator's cached response to others", () =>
      Effect.gen(function*() {
        const { draft, key, send } = yield* carrier(decorated, populate)
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
        const { send, users: [one, other] } = yield* carrier(decorated, populate)
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
  }).pipe(Effect.provide(memoryEngine)))
