import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import type { Operation } from "../../../src/domain/access/Credential.js"
import { Invalid, StoreError } from "../../../src/domain/error/EngineError.js"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { RevisionStore } from "../../../src/ports/RevisionStore.js"
import type { AgendaRef } from "../../../src/record/AgendaRecord.js"
import { Access, type Authorization, type Credentials } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Keys } from "../../../src/services/Keys.js"
import { Members } from "../../../src/services/Members.js"
import { engineOver, testAgenda, testEngine } from "../testEngine.js"

const byKey = (key: string): Credentials => ({ key, token: null })
const byToken = (token: string): Credentials => ({ key: null, token })

/** What an authorization says, or the failure. */
const shown = <E extends { readonly _tag: string }>(entered: Effect.Effect<Authorization, E, Access>) =>
  entered.pipe(
    Effect.map(({ caller, moderates, privileged, role }): unknown => ({ caller, moderates, privileged, role })),
    Effect.catchAll((failure) => Effect.succeed(failure._tag))
  )

/** Enters twice, so that the second time finds what the first cached; each time as `identify` and `authorize` would. */
const enter = (presented: Credentials, agenda: AgendaRef, operation: Operation) =>
  Effect.gen(function*() {
    const access = yield* Access
    const apart = yield* shown(Effect.flatMap(access.identify(presented), (caller) => access.authorize(caller, agenda, operation)))
    for (const _ of [1, 2]) expect(yield* shown(access.enter(presented, agenda, operation, Effect.succeed))).toEqual(apart)
    return apart
  })

it.scoped("entering is identifying and authorizing, whatever has changed since", () =>
  Effect.gen(function*() {
    const access = yield* Access
    const agendas = yield* Agendas
    const keys = yield* Keys
    const members = yield* Members
    const { administrator, agenda: { uid }, contributor, moderator, outsider, ref } = yield* testAgenda
    const expiring = yield* keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: 5_000_000 })
    const revoked = yield* keys.create({
      kind: "secret",
      ownerUid: moderator.user.uid,
      agendaUids: [uid],
      operations: ["events:read"],
      expiresAt: null
    })
    const { accessToken } = yield* access.requestToken(revoked.key)

    expect(yield* enter(byKey(administrator.secret), ref, "events:read")).toMatchObject({ role: "administrator", privileged: true })
    expect(yield* enter(byKey(administrator.secret), ref, "events:write")).toBe("Unauthorized")
    // A secret is the credential that it is presented as.
    expect(yield* enter(byToken(administrator.secret), ref, "events:read")).toBe("Unauthorized")
    expect(yield* enter(byKey(revoked.key), ref, "locations:read")).toBe("Forbidden")
    expect(yield* enter(byKey("nonsense"), ref, "events:read")).toBe("Forbidden")
    expect(yield* enter(byKey(administrator.secret), { _tag: "Uid", uid: 404 }, "events:read")).toBe("NotFound")

    expect(yield* enter(byKey(revoked.key), ref, "events:read")).toMatchObject({ role: "moderator" })
    expect(yield* enter(byToken(accessToken), ref, "events:read")).toMatchObject({ role: "moderator", caller: { writes: true } })
    yield* keys.revoke(revoked.id)
    expect(yield* enter(byKey(revoked.key), ref, "events:read")).toBe("Forbidden")
    expect(yield* enter(byToken(accessToken), ref, "events:read")).toBe("Unauthorized")

    expect(yield* enter(byKey(contributor.secret), ref, "events:read")).toMatchObject({ role: "contributor" })
    yield* members.remove(uid, contributor.user.uid)
    expect(yield* enter(byKey(contributor.secret), ref, "events:read")).toMatchObject({ role: null })

    expect(yield* enter(byKey(outsider.secret), ref, "events:read")).toMatchObject({ role: null })
    yield* agendas.update(uid, { private: true })
    expect(yield* enter(byKey(outsider.secret), ref, "events:read")).toBe("Forbidden")
    yield* agendas.update(uid, { private: false })

    expect(yield* enter(byKey(expiring.key), ref, "events:read")).toMatchObject({ caller: { kind: "public" } })
    yield* TestClock.setTime(5_000_000)
    expect(yield* enter(byKey(expiring.key), ref, "events:read")).toBe("Forbidden")
  }).pipe(Effect.provide(testEngine)))

it.scoped("what was read by rights that changed meanwhile is dropped, a failure too", () =>
  Effect.gen(function*() {
    const access = yield* Access
    const agendas = yield* Agendas
    const keys = yield* Keys
    const members = yield* Members
    const { agenda: { uid }, contributor, moderator, other, outsider, ref } = yield* testAgenda
    const made = yield* keys.create({
      kind: "secret",
      ownerUid: moderator.user.uid,
      agendaUids: null,
      operations: null,
      expiresAt: null
    })
    const entered = (secret: string, use: (authorization: Authorization) => Effect.Effect<Authorization, Invalid>) =>
      shown(access.enter(byKey(secret), ref, "events:read", use))
    const invalid = new Invalid({ subject: "parameters", issues: [] })
    for (
      const [secret, change, failure, expected] of [
        [contributor.secret, Effect.orDie(members.remove(uid, contributor.user.uid)), null, { role: null }],
        [other.secret, Effect.orDie(members.remove(uid, other.user.uid)), invalid, { role: null }],
        [made.key, Effect.orDie(keys.revoke(made.id)), null, "Forbidden"],
        [outsider.secret, Effect.orDie(agendas.update(uid, { private: true })), invalid, "Forbidden"]
      ] as const
    ) {
      for (const _ of [1, 2]) yield* entered(secret, Effect.succeed)
      let runs = 0
      const read = (authorization: Authorization) =>
        Effect.gen(function*() {
          runs += 1
          if (runs > 1) return authorization
          yield* Effect.asVoid<unknown, never, never>(change)
          return failure === null ? authorization : yield* failure
        })
      const answer = yield* entered(secret, read)
      if (expected === "Forbidden") expect(answer).toBe(expected)
      else expect(answer).toMatchObject(expected)
      expect(runs).toBe(expected === "Forbidden" ? 1 : 2)
      // A caller without rights makes nothing run again.
      expect(yield* entered(secret, read)).toEqual(answer)
      expect(runs).toBe(expected === "Forbidden" ? 1 : 3)
    }
  }).pipe(Effect.provide(testEngine)))

const outOfTime = new StoreError({ reason: "Busy", operation: "EventSearch.search", cause: new Error("out of time") })

/** A public key that may read the agenda and has entered it twice; `revoke` ends it. */
const knownKey = Effect.gen(function*() {
  const access = yield* Access
  const keys = yield* Keys
  const { ref } = yield* testAgenda
  const { id, key } = yield* keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null })
  const entered = (use: (authorization: Authorization) => Effect.Effect<Authorization, StoreError>) =>
    shown(access.enter(byKey(key), ref, "events:read", use))
  for (const _ of [1, 2]) yield* entered(Effect.succeed)
  return { entered, revoke: Effect.orDie(keys.revoke(id)) }
})

it.scoped("a failure of the store is returned by rights that are unchanged, and is not asked for again", () =>
  Effect.gen(function*() {
    const { entered, revoke } = yield* knownKey
    let runs = 0
    const failing = () =>
      Effect.suspend(() => {
        runs += 1
        return Effect.fail(outOfTime)
      })
    expect([yield* entered(failing), runs]).toEqual(["StoreError", 1])
    yield* revoke
    for (const _ of [1, 2, 3]) expect([yield* entered(failing), runs]).toEqual(["Forbidden", 2])
  }).pipe(Effect.provide(testEngine)))

it.scoped("by a revoked key, what is interrupted runs at most once", () =>
  Effect.gen(function*() {
    const { entered, revoke } = yield* knownKey
    yield* revoke
    const begun = yield* Deferred.make<void>()
    let runs = 0
    const endless = () =>
      Effect.suspend(() => {
        runs += 1
        return Effect.zipRight(Deferred.succeed(begun, undefined), Effect.never)
      })
    const fiber = yield* Effect.fork(entered(endless))
    yield* Deferred.await(begun)
    yield* Fiber.interrupt(fiber)
    for (const _ of [1, 2]) expect([yield* entered(endless), runs]).toEqual(["Forbidden", 1])
  }).pipe(Effect.provide(testEngine)))

it.scoped("while nothing tells whether rights have changed, what is read by them is not returned and runs once", () => {
  let isAway = false
  const stores = Layer.map(MemoryStores.layer, (context) => {
    const { read, ...others } = Context.get(context, RevisionStore)
    return Context.add(context, RevisionStore, { ...others, read: (topics) => isAway ? Effect.fail(outOfTime) : read(topics) })
  })
  return Effect.gen(function*() {
    const { entered, revoke } = yield* knownKey
    yield* revoke
    isAway = true
    let runs = 0
    const counted = (authorization: Authorization) =>
      Effect.sync(() => {
        runs += 1
        return authorization
      })
    for (const _ of [1, 2, 3]) expect([yield* entered(counted), runs]).toEqual(["StoreError", 1])
    isAway = false
    expect([yield* entered(counted), runs]).toEqual(["Forbidden", 1])
  }).pipe(Effect.provide(engineOver(stores)))
})
