import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { rawBody } from "../../src/contract/RawBody.js"
import { operator } from "../../src/domain/access/Credential.js"
import type { HostProfile } from "../../src/domain/access/HostIdentity.js"
import { UserDirectory } from "../../src/ports/UserDirectory.js"
import { Access } from "../../src/services/Access.js"
import { Agendas } from "../../src/services/Agendas.js"
import { BeforeWriteHook } from "../../src/services/event/write/BeforeWriteHook.js"
import { Members } from "../../src/services/Members.js"
import { Removals } from "../../src/services/Removals.js"
import { Revisions, validatorOf } from "../../src/services/Revisions.js"
import { Users } from "../../src/services/Users.js"
import { eventsAs } from "./access/callers.js"
import { bodyOf, draftOf, testAgenda, testEngine } from "./testEngine.js"

const ada = { email: "ada@example.org", name: "Ada" }

/** The codes of the issues of a refused effect. */
const codesOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => JSON.parse(JSON.stringify(error)))

describe("Users.change", () => {
  it.scoped("by a hook names the caller of the write in its state history and as its contributor", () =>
    Effect.gen(function*() {
      const users = yield* Users
      const { moderator, ref } = yield* testAgenda
      const rename = Effect.orDie(users.change(moderator.user.uid, { name: "Maud" }))
      const { event } = yield* eventsAs(moderator.token, ref).create(rawBody(bodyOf("Bal"))).pipe(
        Effect.provideService(BeforeWriteHook, ({ draft }) => Effect.as(rename, draft))
      )
      expect(event).toMatchObject({ stateHistory: [{ by: { name: "Maud" } }], member: { name: "Maud" } })
    }).pipe(Effect.provide(testEngine)))

  it.scoped("changes the name, the address or both, also in memberships", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const members = yield* Members
      const users = yield* Users
      const { uid } = yield* users.create(ada)
      for (const title of ["One", "Two"]) yield* agendas.create({ title, ownerUid: uid })
      const all = yield* agendas.list
      const shown = Effect.map(
        Effect.forEach(all, (agenda) => members.list(agenda.uid)),
        (lists) => lists.flat().map(({ email, name }) => ({ email, name }))
      )
      expect(yield* users.change(uid, { name: "  Ada\n Lovelace\u0000 " })).toMatchObject({ uid, name: "Ada Lovelace", email: ada.email })
      expect(yield* shown).toEqual([{ email: ada.email, name: "Ada Lovelace" }, { email: ada.email, name: "Ada Lovelace" }])
      yield* users.change(uid, { email: " Countess@Example.org " })
      expect(yield* users.findByEmail("COUNTESS@example.org")).toMatchObject({ uid, name: "Ada Lovelace" })
      expect((yield* Effect.flip(users.findByEmail(ada.email)))._tag).toBe("NotFound")
      expect((yield* shown)[1]).toEqual({ email: "countess@example.org", name: "Ada Lovelace" })
      expect(yield* users.change(uid, {})).toEqual(yield* users.get(uid))
    }).pipe(Effect.provide(testEngine)))

  it.scoped("refuses what create refuses, and changes nothing then", () =>
    Effect.gen(function*() {
      const users = yield* Users
      const { uid } = yield* users.create(ada)
      yield* users.create({ email: "bob@example.org", name: "Bob" })
      expect(yield* codesOf(users.change(uid, { email: "bob@EXAMPLE.org" }))).toMatchObject({
        issues: [{ code: "duplicate", field: "email" }]
      })
      expect(yield* codesOf(users.change(uid, { email: "nobody", name: " \u0000" }))).toMatchObject({
        issues: [{ code: "email.invalid", field: "email" }, { code: "required", field: "name" }]
      })
      expect((yield* Effect.flip(users.change(404, { name: "Nobody" })))._tag).toBe("NotFound")
      expect(yield* users.get(uid)).toMatchObject(ada)
      expect((yield* users.change(uid, ada)).uid).toBe(uid)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("makes responses with the former name stale, those about events of others too", () =>
    Effect.gen(function*() {
      const access = yield* Access
      const members = yield* Members
      const users = yield* Users
      const revisions = yield* Revisions
      const { uid } = yield* users.create(ada)
      const bob = yield* users.create({ email: "bob@example.org", name: "Bob" })
      const agenda = yield* (yield* Agendas).create({ title: "Agenda", ownerUid: bob.uid })
      const ref = { _tag: "Uid", uid: agenda.uid } as const
      const asAda = yield* access.identifyHostUser({ userId: "u-ada", email: ada.email, emailVerified: true })
      expect(asAda.userUid).toBe(uid)
      const { event } = yield* eventsAs(operator, ref).create(draftOf("Talk", { state: 0 }), { lang: null })
      const named = { _tag: "Uid", uid: event.uid } as const
      yield* members.add(agenda.uid, uid, "moderator")
      yield* eventsAs(asAda, ref).patch(named, { state: 2 }, { lang: null })
      // Only the history of the event names the user from here on.
      yield* members.remove(agenda.uid, uid)
      const validator = validatorOf(yield* access.authorize(operator, ref, "events:read"), named)
      const isCurrent = revisions.unchanged(validator === null ? [] : [validator])
      yield* users.change(uid, { email: "ada@other.example" })
      expect(yield* isCurrent).toEqual([true])
      yield* users.change(uid, { name: "Countess" })
      expect(yield* isCurrent).toEqual([false])
    }).pipe(Effect.provide(testEngine)))
})

describe("Users.page", () => {
  it.scoped("walks all accounts once in order of uid", () =>
    Effect.gen(function*() {
      const users = yield* Users
      expect(yield* users.page({ limit: 10 })).toEqual({ users: [], after: null })
      for (let index = 0; index < 7; index++) yield* users.create({ email: `user${index}@example.org`, name: `User ${index}` })
      const all = yield* users.list
      for (const limit of [1, 2, 3, 6, 7, 8]) {
        const walked = yield* Stream.runCollect(Stream.paginateEffect({}, (at: { readonly after?: number }) =>
          Effect.map(users.page({ ...at, limit }), (page) => {
            expect(page.users.length).toBeLessThanOrEqual(limit)
            return [page.users, page.after === null ? Option.none() : Option.some({ after: page.after })] as const
          })))
        expect([...walked].flat(), String(limit)).toEqual(all)
      }
      const last = all.at(-1)?.uid ?? 0
      expect(yield* users.page({ after: last, limit: 2 })).toEqual({ users: [], after: null })
    }).pipe(Effect.provide(testEngine)))
})

/** A host's users by id, and the questions it was asked. */
const directoryOf = (profiles: Map<string, HostProfile>, asked: Array<string>) => {
  const answer = (question: string, matches: (profile: HostProfile) => boolean) =>
    Effect.sync(() => {
      asked.push(question)
      return [...profiles.values()].find(matches) ?? null
    })
  return Layer.succeed(UserDirectory, {
    find: (userId) => answer(userId, (profile) => profile.userId === userId),
    findByEmail: (email) => answer(email, (profile) => profile.email === email)
  })
}

describe("a host's directory of users", () => {
  const profiles = new Map<string, HostProfile>()
  const asked: Array<string> = []
  const engine = Layer.provideMerge(testEngine, directoryOf(profiles, asked))
  const reset = Effect.sync(() => {
    profiles.clear()
    asked.length = 0
    profiles.set("u-1", { userId: "u-1", name: "Ada", email: "ada@example.org", emailVerified: true })
    profiles.set("u-2", { userId: "u-2", name: "Eve", email: "boss@example.org" })
  })

  it.scoped("completes a user who first calls, and is not asked again", () =>
    Effect.gen(function*() {
      yield* reset
      const access = yield* Access
      const users = yield* Users
      for (const _ of [1, 2, 3]) yield* access.identifyHostUser({ userId: "u-1" })
      expect(asked).toEqual(["u-1"])
      expect(yield* users.findByHostId("u-1")).toMatchObject({ name: "Ada", email: "ada@example.org" })
      yield* access.identifyHostUser({ userId: "u-1", name: "Ada L." })
      expect((yield* users.findByHostId("u-1")).name).toBe("Ada L.")
      yield* access.identifyHostUser({ userId: "u-9" })
      expect(yield* users.findByHostId("u-9")).toMatchObject({ name: "u-9" })
    }).pipe(Effect.provide(engine)))

  it.scoped("lets operators name users who have not called, who keep the account", () =>
    Effect.gen(function*() {
      yield* reset
      const access = yield* Access
      const agenda = yield* (yield* Agendas).create({ title: "Agenda" })
      const users = yield* Users
      const { uid } = yield* users.findByEmail(" ADA@example.org")
      expect((yield* users.findByHostId("u-1")).uid).toBe(uid)
      yield* (yield* Members).add(agenda.uid, uid, "moderator")
      const caller = yield* access.identifyHostUser({ userId: "u-1" })
      expect(caller.userUid).toBe(uid)
      expect((yield* access.authorize(caller, { _tag: "Uid", uid: agenda.uid }, "events:write")).role).toBe("moderator")
      expect((yield* Effect.flip(users.findByHostId("nobody")))._tag).toBe("NotFound")
    }).pipe(Effect.provide(engine)))

  it.scoped("gives nobody the account of an address that they only claim", () =>
    Effect.gen(function*() {
      yield* reset
      const users = yield* Users
      expect((yield* Effect.flip(users.findByEmail("boss@example.org")))._tag).toBe("NotFound")
      const boss = yield* users.create({ email: "boss@example.org", name: "Boss" })
      expect((yield* users.findByHostId("u-2")).uid).not.toBe(boss.uid)
      expect((yield* users.findByEmail("boss@example.org")).uid).toBe(boss.uid)
      profiles.set("u-3", { userId: "u-4", name: "Mallory", email: "ada@example.org", emailVerified: true })
      const strange = yield* Effect.flip(users.refresh("u-3"))
      expect(strange._tag).toBe("NotFound")
    }).pipe(Effect.provide(engine)))

  it.scoped("is copied again by refresh", () =>
    Effect.gen(function*() {
      yield* reset
      const users = yield* Users
      const { uid } = yield* users.findByHostId("u-1")
      profiles.set("u-1", { userId: "u-1", name: "Countess", email: "countess@example.org", emailVerified: true })
      expect((yield* users.findByHostId("u-1")).name).toBe("Ada")
      expect(yield* users.refresh("u-1")).toMatchObject({ uid, name: "Countess", email: "countess@example.org" })
      profiles.delete("u-1")
      expect((yield* Effect.flip(users.refresh("u-1")))._tag).toBe("NotFound")
      yield* (yield* Removals).user(uid)
      expect((yield* Effect.flip(users.findByHostId("u-1")))._tag).toBe("NotFound")
    }).pipe(Effect.provide(engine)))
})
