import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import type { Operation } from "../../src/domain/access/Credential.js"
import { Access } from "../../src/services/Access.js"
import { Agendas } from "../../src/services/Agendas.js"
import { type KeyDraft, Keys } from "../../src/services/Keys.js"
import { memberOf, testAgenda, testEngine } from "./testEngine.js"

const unlimited: KeyDraft = { kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null }

const presented = (key: string | null, token: string | null = null) => Effect.flatMap(Access, (access) => access.identify({ key, token }))

const failure = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error._tag)

describe("Access", () => {
  it.scoped("identifies callers by key or token, and fails with Unauthorized or Forbidden otherwise", () =>
    Effect.gen(function*() {
      const access = yield* Access
      const keys = yield* Keys
      const { administrator } = yield* testAgenda
      const publishable = yield* keys.create(unlimited)
      expect(yield* presented(publishable.key)).toMatchObject({ kind: "public", userUid: null, writes: false })
      expect(yield* presented(administrator.secret)).toMatchObject({ kind: "secret", userUid: administrator.user.uid, writes: false })
      const { accessToken, lifetime_seconds } = yield* access.requestToken(administrator.secret)
      expect(accessToken).toMatch(/^[0-9A-Za-z]{32}$/)
      expect(lifetime_seconds).toBe(3_600)
      expect(yield* presented(null, accessToken)).toMatchObject({ userUid: administrator.user.uid, writes: true })
      expect(yield* failure(presented(null))).toBe("Unauthorized")
      expect(yield* failure(presented("nonsense"))).toBe("Forbidden")
      expect(yield* failure(presented(null, "nonsense"))).toBe("Unauthorized")
      expect(yield* failure(presented(publishable.key, "nonsense"))).toBe("Unauthorized")
      expect(yield* presented("nonsense", accessToken)).toMatchObject({ writes: true })
      expect(yield* failure(access.requestToken(publishable.key))).toBe("Unauthorized")
      expect(yield* failure(access.requestToken("nonsense"))).toBe("Unauthorized")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a key or token is refused from the instant it expires", () =>
    Effect.gen(function*() {
      const access = yield* Access
      const keys = yield* Keys
      const { administrator } = yield* testAgenda
      const key = yield* keys.create({ ...unlimited, kind: "secret", ownerUid: administrator.user.uid, expiresAt: 5_000_000 })
      const { accessToken } = yield* access.requestToken(key.key)
      yield* TestClock.setTime(3_599_999)
      expect(yield* presented(null, accessToken)).toMatchObject({ writes: true })
      yield* TestClock.setTime(3_600_000)
      expect(yield* failure(presented(null, accessToken))).toBe("Unauthorized")
      const late = yield* access.requestToken(key.key)
      expect(late.lifetime_seconds).toBe(1_400)
      yield* TestClock.setTime(4_999_999)
      expect(yield* presented(key.key)).toMatchObject({ kind: "secret" })
      yield* TestClock.setTime(5_000_000)
      expect(yield* failure(presented(key.key))).toBe("Forbidden")
      expect(yield* failure(presented(null, late.accessToken))).toBe("Unauthorized")
      expect(yield* failure(access.requestToken(key.key))).toBe("Unauthorized")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a revoked key and its tokens are refused at once", () =>
    Effect.gen(function*() {
      const access = yield* Access
      const keys = yield* Keys
      const { administrator } = yield* testAgenda
      const key = yield* keys.create({ ...unlimited, kind: "secret", ownerUid: administrator.user.uid })
      const { accessToken } = yield* access.requestToken(key.key)
      yield* keys.revoke(key.id)
      yield* keys.revoke(key.id)
      expect(yield* failure(presented(key.key))).toBe("Forbidden")
      expect(yield* failure(presented(null, accessToken))).toBe("Unauthorized")
      expect(yield* failure(keys.revoke("nothing"))).toBe("NotFound")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a private agenda is read only by its members and its own keys", () =>
    Effect.gen(function*() {
      const access = yield* Access
      const agendas = yield* Agendas
      const keys = yield* Keys
      const { agenda: open, anyone } = yield* testAgenda
      const closed = yield* agendas.create({ title: "Interne", private: true })
      const member = yield* memberOf(closed.uid, "contributor", "insider")
      const stranger = yield* memberOf(open.uid, "administrator", "stranger")
      const own = yield* presented((yield* keys.create({ ...unlimited, kind: "agenda", agendaUids: [closed.uid] })).key)
      const enter = (caller: typeof own, uid: number) => access.authorize(caller, { _tag: "Uid", uid }, "events:read")
      expect((yield* enter(own, closed.uid)).agenda.uid).toBe(closed.uid)
      expect((yield* enter(member.reader, closed.uid)).role).toBe("contributor")
      expect(yield* failure(enter(anyone, closed.uid))).toBe("Forbidden")
      expect(yield* failure(enter(stranger.token, closed.uid))).toBe("Forbidden")
      expect(yield* failure(enter(own, open.uid))).toBe("Forbidden")
      expect((yield* enter(anyone, open.uid)).role).toBeNull()
      expect(yield* failure(enter(anyone, 5))).toBe("NotFound")
      const found = yield* agendas.search(member.token, { search: "interne", size: 20 })
      expect(found.total).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a key is limited to its operations and agendas, and only a token writes", () =>
    Effect.gen(function*() {
      const access = yield* Access
      const agendas = yield* Agendas
      const keys = yield* Keys
      const { administrator, agenda, ref } = yield* testAgenda
      const elsewhere = yield* agendas.create({ title: "Ailleurs" })
      const operations: ReadonlyArray<Operation> = ["events:read"]
      const limited = yield* keys.create({
        kind: "secret",
        ownerUid: administrator.user.uid,
        agendaUids: [agenda.uid],
        operations,
        expiresAt: null
      })
      const { accessToken } = yield* access.requestToken(limited.key)
      const token = yield* presented(null, accessToken)
      expect((yield* access.authorize(token, ref, "events:read")).moderates).toBe(true)
      expect(yield* failure(access.authorize(token, ref, "events:write"))).toBe("Forbidden")
      expect(yield* failure(access.authorize(token, ref, "locations:read"))).toBe("Forbidden")
      expect(yield* failure(access.authorize(token, { _tag: "Uid", uid: elsewhere.uid }, "events:read"))).toBe("Forbidden")
      expect(yield* failure(access.authorize(administrator.reader, ref, "events:write"))).toBe("Unauthorized")
      expect(yield* failure(access.authorize(administrator.reader, { _tag: "Uid", uid: 5 }, "events:write"))).toBe("Unauthorized")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a key with contradictory options is refused", () =>
    Effect.gen(function*() {
      const keys = yield* Keys
      const { administrator, agenda } = yield* testAgenda
      expect(yield* failure(keys.create({ ...unlimited, kind: "secret" }))).toBe("Invalid")
      expect(yield* failure(keys.create({ ...unlimited, kind: "agenda" }))).toBe("Invalid")
      expect(yield* failure(keys.create({ ...unlimited, kind: "agenda", ownerUid: administrator.user.uid, agendaUids: [agenda.uid] })))
        .toBe("Invalid")
      expect(yield* failure(keys.create({ ...unlimited, ownerUid: 5 }))).toBe("NotFound")
      expect(yield* failure(keys.create({ ...unlimited, agendaUids: [5] }))).toBe("NotFound")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("keys and tokens are stored only as digests", () =>
    Effect.gen(function*() {
      const keys = yield* Keys
      const { administrator } = yield* testAgenda
      const listed = JSON.stringify(yield* keys.list)
      expect(listed).not.toContain(administrator.secret)
      expect(yield* keys.list).toContainEqual(expect.objectContaining({ ownerUid: administrator.user.uid, kind: "secret" }))
    }).pipe(Effect.provide(testEngine)))
})
