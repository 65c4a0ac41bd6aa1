import { operator } from "@agenda-engine/core/domain/access/Credential"
import type { HostIdentityInput } from "@agenda-engine/core/domain/access/HostIdentity"
import type { Role } from "@agenda-engine/core/domain/access/Member"
import type { Engine } from "@agenda-engine/core/Engine"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import { Keys } from "@agenda-engine/core/services/Keys"
import type { HttpSettings } from "@agenda-engine/http/HttpSettings"
import { hostUsers, type HostUsersOptions } from "@agenda-engine/http/identity/IdentityProvider"
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { onlineBody } from "../../../test/world/bodies.js"
import { type Carrier, engineOver, type Headers, type Send } from "./carriers.js"

/** The sessions of a host, by cookie, and what it answers about memberships. */
export class Host {
  readonly sessions = new Map<string, HostIdentityInput>()
  readonly memberships = new Map<string, Role>()
  isDown = false
  asked = 0

  readonly auth = async (request: Request): Promise<HostIdentityInput | null> => {
    this.asked++
    if (this.isDown) throw new Error("the database of sessions is away")
    const [, cookie] = /session=(\w+)/.exec(request.headers.get("cookie") ?? request.headers.get("authorization") ?? "") ?? []
    return this.sessions.get(cookie ?? "") ?? null
  }

  readonly membershipOf = async (userId: string, agendaUid: number): Promise<Role | null> => {
    if (this.isDown) throw new Error("the database of members is away")
    return this.memberships.get(`${userId} ${agendaUid}`) ?? null
  }
}

/** The headers of a session. */
export const as = (cookie: string): Headers => ({ cookie: `session=${cookie}` })
export const ada = as("ada")
export const bob = as("bob")

/** Title of the event that only moderators and administrators may see. */
export const draftTitle = "Summer concert"

/** An agenda with a draft and a public talk, and a public key. */
export const populate = Effect.gen(function*() {
  const agendas = yield* Agendas
  yield* agendas.create({ uid: 1, title: "Host's agenda", slug: "hosts-agenda" })
  const create = (state: 0 | 2) =>
    authorized(
      operator,
      { _tag: "Uid", uid: 1 },
      "events:write",
      (by) =>
        Effect.flatMap(Events, (events) =>
          events.create(by, { ...onlineBody, ...(state === 0 ? {} : { title: { en: "Public talk" } }), state }, { lang: null }))
    )
  const { event } = yield* create(0)
  const { event: talk } = yield* create(2)
  const unrestricted = { agendaUids: null, operations: null, expiresAt: null }
  const { key } = yield* (yield* Keys).create({ ...unrestricted, kind: "public", ownerUid: null })
  const context = yield* Effect.context<Engine>()
  return {
    key,
    draft: `/v2/agendas/1/events/${event.uid}`,
    talk: `/v2/agendas/1/events/${talk.uid}`,
    within: Effect.provide(context)
  }
})

/** Serves the agenda to the users of a host: Ada administers it by a grant of the host, Bob is nothing. */
export const serving = (
  carrier: Carrier,
  host: Host,
  more: Partial<HostUsersOptions> = {},
  settings: Partial<HttpSettings> = {},
  stores: Layer.Layer<Stores, unknown> = MemoryStores.layer
) => {
  host.sessions.set("ada", { userId: "u-ada", name: "Ada", email: "ada@example.org", emailVerified: true, roles: { "1": "administrator" } })
  host.sessions.set("bob", { userId: "u-bob", name: "Bob" })
  return carrier(Layer.provideMerge(engineOver(stores), hostUsers({ auth: host.auth, ...more })), populate, settings)
}

/** Paths whose responses show the draft to those who may see it. */
export const paths = (draft: string) => [
  "/v2/agendas/1/events?state=0",
  "/v2/agendas/1/events?state=0&size=7",
  "/v2/agendas/1/events?state=0&facets[]=state",
  "/v2/agendas/1/events.csv?state=0",
  "/agendas/hosts-agenda/events.v2.csv?state=0",
  draft
]

/** Asks four times, so that everything that may be cached is, and answers the last entity tag. */
export const warm = (send: Send, path: string, headers: Headers) =>
  Effect.gen(function*() {
    let etag = ""
    for (const _ of [1, 2, 3, 4]) {
      const answer = yield* send(path, { headers })
      expect(answer.status, path).toBe(200)
      expect(JSON.stringify(answer.body)).toContain(draftTitle)
      etag = answer.etag
    }
    return etag
  })

/** Without logs. */
export const quietly = Effect.provide(Logger.remove(Logger.defaultLogger))

/** Nobody but the user who may see drafts gets one. */
export const expectRefused = (send: Send, path: string, headers: Headers, etag: string) =>
  Effect.gen(function*() {
    for (const more of [{}, { "if-none-match": etag }]) {
      const { body, status } = yield* send(path, { headers: { ...headers, ...more } })
      expect([401, 403, 404], `${path} ${JSON.stringify(headers)}`).toContain(status)
      expect(JSON.stringify(body)).not.toContain(draftTitle)
    }
  })
