import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import { plainRichText } from "@agenda-engine/conformance/testing/plainRichText"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { rawBody } from "../../src/contract/RawBody.js"
import type { Caller } from "../../src/domain/access/Credential.js"
import type { Role } from "../../src/domain/access/Member.js"
import type { Json, JsonObject } from "../../src/domain/text/Json.js"
import * as Engine from "../../src/Engine.js"
import * as MemoryStores from "../../src/memory/MemoryStores.js"
import { EventQuery } from "../../src/query/event/EventQuery.js"
import * as WebCryptoSecrets from "../../src/secrets/WebCryptoSecrets.js"
import { Access } from "../../src/services/Access.js"
import { Agendas } from "../../src/services/Agendas.js"
import { Keys } from "../../src/services/Keys.js"
import { Members } from "../../src/services/Members.js"
import { Users } from "../../src/services/Users.js"
import { plainImages } from "./image/plainImages.js"

/** The whole engine over these stores. */
export const engineOver = (stores: typeof MemoryStores.layer) =>
  Engine.layer.pipe(
    Layer.provideMerge(Layer.merge(stores, MailBox.layer)),
    Layer.provide([WebCryptoSecrets.layer, plainRichText, plainImages])
  )

/** The whole engine over in-memory stores. */
export const testEngine = engineOver(MemoryStores.layer)

/** The default list query, to be varied. */
export const everything: EventQuery = EventQuery.make({ size: 300 })

/** A complete body of an online event, which needs no location. */
export const bodyOf = (title: string, more: JsonObject = {}): Json => ({
  title: { fr: title },
  description: { fr: `À propos de ${title}` },
  attendanceMode: 2,
  onlineAccessLink: "https://example.org/live",
  timings: [{ begin: "2030-06-01T18:00:00+02:00", end: "2030-06-01T20:00:00+02:00" }],
  ...more
})

/** The same for services that take typed drafts. */
export const draftOf = (title: string, more: JsonObject = {}) => rawBody(bodyOf(title, more))

/** A user with a role in an agenda, by token. */
export const memberOf = (agendaUid: number, role: Role | null, name: string) =>
  Effect.gen(function*() {
    const access = yield* Access
    const keys = yield* Keys
    const users = yield* Users
    const members = yield* Members
    const user = yield* users.create({ email: `${name}@example.org`, name })
    if (role !== null) yield* members.add(agendaUid, user.uid, role)
    const limits = { ownerUid: user.uid, agendaUids: null, operations: null, expiresAt: null }
    const secret = yield* keys.create({ kind: "secret", ...limits })
    const { accessToken } = yield* access.requestToken(secret.key)
    const token: Caller = yield* access.identify({ key: null, token: accessToken })
    const publicKey = yield* keys.create({ kind: "public", ...limits })
    const reader: Caller = yield* access.identify({ key: publicKey.key, token: null })
    return { user, token, reader, secret: secret.key }
  })

/** An agenda with an administrator, a moderator, two contributors, a user without membership and a public key. */
export const testAgenda = Effect.gen(function*() {
  const access = yield* Access
  const agendas = yield* Agendas
  const keys = yield* Keys
  const agenda = yield* agendas.create({ title: "Les Halles" })
  const publishable = yield* keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null })
  return {
    agenda,
    ref: { _tag: "Uid" as const, uid: agenda.uid },
    administrator: yield* memberOf(agenda.uid, "administrator", "ada"),
    moderator: yield* memberOf(agenda.uid, "moderator", "mo"),
    contributor: yield* memberOf(agenda.uid, "contributor", "cleo"),
    other: yield* memberOf(agenda.uid, "contributor", "otto"),
    outsider: yield* memberOf(agenda.uid, null, "out"),
    anyone: yield* access.identify({ key: publishable.key, token: null })
  }
})
