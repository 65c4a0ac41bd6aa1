import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type { EventPatch } from "../../src/contract/EventDraft.js"
import { anonymous, type Caller, operator } from "../../src/domain/access/Credential.js"
import { Transaction } from "../../src/ports/Transaction.js"
import { Access, authorized } from "../../src/services/Access.js"
import { Agendas } from "../../src/services/Agendas.js"
import { Events } from "../../src/services/Events.js"
import { Keys } from "../../src/services/Keys.js"
import { markDone, markStale, wholeTopic } from "../../src/services/maintenance/staleIndexes.js"
import { Revisions, validatorOf } from "../../src/services/Revisions.js"
import { Transactions } from "../../src/services/transaction/Transactions.js"
import { draftOf, everything, testAgenda, testEngine } from "./testEngine.js"

const create = (agendaUid: number, title: string) =>
  authorized(
    operator,
    { _tag: "Uid", uid: agendaUid },
    "events:write",
    (authorization) => Effect.flatMap(Events, (events) => events.create(authorization, draftOf(title, { state: 2 }), { lang: null }))
  )

const patch = (agendaUid: number, uid: number, body: EventPatch) =>
  authorized(
    operator,
    { _tag: "Uid", uid: agendaUid },
    "events:write",
    (authorization) => Effect.flatMap(Events, (events) => events.patch(authorization, { _tag: "Uid", uid }, body, { lang: null }))
  )

const transacted = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flatMap(Transaction, ({ run }) => run(effect))

const isUnchanged = (validator: ReturnType<typeof validatorOf>) =>
  validator === null
    ? Effect.succeed("none")
    : Effect.map(Effect.flatMap(Revisions, ({ unchanged }) => unchanged([validator])), ([isValid]) => isValid)

describe("an authorization", () => {
  it.scoped("validates responses until the agenda changes", () =>
    Effect.gen(function*() {
      const { agenda, anyone, ref } = yield* testAgenda
      const access = yield* Access
      for (const _ of ["read", "cached"]) {
        const validator = validatorOf(yield* access.authorize(anyone, ref, "events:read"))
        expect(yield* isUnchanged(validator)).toBe(true)
        yield* create(agenda.uid, "Concert")
        expect(yield* isUnchanged(validator)).toBe(false)
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("validates the response of one event through changes of others", () =>
    Effect.gen(function*() {
      const { agenda, anyone, ref } = yield* testAgenda
      const access = yield* Access
      const { event: first } = yield* create(agenda.uid, "Concert")
      const event = { _tag: "Uid", uid: first["uid"] } as const
      const { event: { uid: other } } = yield* create(agenda.uid, "Exhibition")
      for (const _ of ["read", "cached"]) {
        const validator = validatorOf(yield* access.authorize(anyone, ref, "events:read"), event)
        yield* patch(agenda.uid, other, { title: { fr: `Exposition ${_}` }, keywords: { fr: [_] } })
        yield* create(agenda.uid, "Workshop")
        expect(yield* isUnchanged(validator)).toBe(true)
        yield* patch(agenda.uid, event.uid, { title: { fr: `Concert ${_}` } })
        expect(yield* isUnchanged(validator)).toBe(false)
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("validates a list through changes of texts and stock of events that it does not show, unless the index is stale", () =>
    Effect.gen(function*() {
      const { agenda, anyone, ref } = yield* testAgenda
      const access = yield* Access
      yield* markDone(wholeTopic)
      const { event: { uid: listed } } = yield* create(agenda.uid, "Concert")
      const { event: { timings, uid: other } } = yield* create(agenda.uid, "Exhibition")
      const asked = Effect.map(access.authorize(anyone, ref, "events:read"), (authorization) => {
        const validator = validatorOf(authorization)
        return validator === null ? null : { ...validator, shown: { uids: [listed], isList: true } }
      })
      const before = yield* asked
      for (let nth = 0; nth < 3; nth++) {
        yield* patch(agenda.uid, other, { title: { fr: `Exposition ${nth}` }, imageCredits: String(nth) })
        expect(yield* isUnchanged(before)).toBe(true)
      }
      expect(yield* isUnchanged(before)).toBe(true)
      const stock = (remaining: number) => {
        const rows = { [timings[0]?.id ?? ""]: { mapado: { syncedAt: "1970-01-01T00:00:00Z", remaining } } }
        return authorized(
          operator,
          ref,
          "events:write",
          (by) => Effect.flatMap(Events, (events) => events.patchAvailability(by, { _tag: "Uid", uid: other }, rows))
        )
      }
      yield* stock(5)
      expect(yield* isUnchanged(before)).toBe(false)
      const ticketed = yield* asked
      yield* stock(4)
      expect(yield* isUnchanged(ticketed)).toBe(true)
      const changes = [
        stock(0),
        patch(agenda.uid, listed, { title: { fr: "Opéra" } }),
        patch(agenda.uid, other, { title: { fr: "Exposition", en: "Exhibition" } }),
        patch(agenda.uid, other, { keywords: { fr: ["art"] } }),
        patch(agenda.uid, other, { state: 0 }),
        create(agenda.uid, "Workshop"),
        Effect.flatMap(Agendas, (agendas) => agendas.update(agenda.uid, { title: "Other" }))
      ]
      for (const [nth, change] of changes.entries()) {
        const validator = yield* asked
        expect(yield* isUnchanged(validator)).toBe(true)
        yield* change
        expect(yield* isUnchanged(validator), String(nth)).toBe(false)
      }
      yield* patch(agenda.uid, other, { state: 2 })
      const whileStale = yield* asked
      yield* transacted(markStale([agenda.uid]))
      yield* patch(agenda.uid, other, { title: { fr: "Exposition", en: "Fair" } })
      expect(yield* isUnchanged(whileStale)).toBe(false)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("depends on the caller's key", () =>
    Effect.gen(function*() {
      const { ref } = yield* testAgenda
      const access = yield* Access
      const keys = yield* Keys
      const made = yield* keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null })
      const caller = yield* access.identify({ key: made.key, token: null })
      const validator = validatorOf(yield* access.authorize(caller, ref, "events:read"))
      expect(yield* isUnchanged(validator)).toBe(true)
      yield* keys.revoke(made.id)
      expect(yield* isUnchanged(validator)).toBe(false)
      expect(validatorOf(yield* access.authorize(caller, ref, "events:read"))).toBeNull()
    }).pipe(Effect.provide(testEngine)))

  it.scoped("of a caller without a stored key validates nothing, of an anonymous one the agenda", () =>
    Effect.gen(function*() {
      const { ref } = yield* testAgenda
      const access = yield* Access
      const hosted: Caller = { ...anonymous, keyId: "host" }
      for (const _ of ["read", "cached"]) {
        expect(validatorOf(yield* access.authorize(hosted, ref, "events:read"))).toBeNull()
        expect(validatorOf(yield* access.authorize(anonymous, ref, "events:read"))).toMatchObject({ caller: anonymous })
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("lists what was written since it listed before", () =>
    Effect.gen(function*() {
      const { agenda, ref } = yield* testAgenda
      const access = yield* Access
      const events = yield* Events
      const authorization = yield* access.authorize(operator, ref, "events:read")
      const totals: Array<number> = []
      for (const title of ["Concert", "Exhibition", "Workshop"]) {
        totals.push((yield* events.list(authorization, everything)).total)
        yield* create(agenda.uid, title)
      }
      expect(totals).toEqual([0, 1, 2])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("lists what was written since it was made, although the page before the write is cached", () =>
    Effect.gen(function*() {
      const { agenda, ref } = yield* testAgenda
      const access = yield* Access
      const events = yield* Events
      const authorize = access.authorize(operator, ref, "events:read")
      const list = Effect.flatMap(authorize, (authorization) => events.list(authorization, everything))
      for (const total of [0, 1, 2]) {
        for (const _ of ["missed", "cached", "found"]) expect((yield* list).total).toBe(total)
        const authorization = yield* authorize
        yield* create(agenda.uid, "Concert")
        expect((yield* events.list(authorization, everything)).total).toBe(total + 1)
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("lists what a transaction of the program wrote since it was made", () =>
    Effect.gen(function*() {
      const { agenda, ref } = yield* testAgenda
      const access = yield* Access
      const events = yield* Events
      const transaction = yield* Transaction
      const transactions = yield* Transactions
      const authorize = access.authorize(operator, ref, "events:read")
      const list = Effect.flatMap(authorize, (authorization) => events.list(authorization, everything))
      for (const [total, run] of [transaction.run, transactions.run].entries()) {
        for (const _ of ["missed", "cached", "found"]) expect((yield* list).total).toBe(total)
        const authorization = yield* authorize
        yield* run(create(agenda.uid, "Concert"))
        expect((yield* events.list(authorization, everything)).total).toBe(total + 1)
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("writes under the settings of the agenda at the time of the write", () =>
    Effect.gen(function*() {
      const { agenda, contributor, ref } = yield* testAgenda
      const access = yield* Access
      const agendas = yield* Agendas
      const events = yield* Events
      const settings = (canPublish: ReadonlyArray<string>) => ({ settings: { contribution: { canPublish } } })
      yield* agendas.update(agenda.uid, settings(["administrator", "moderator", "contributor"]))
      const authorization = yield* access.authorize(contributor.token, ref, "events:write")
      const stateOf = (title: string) =>
        Effect.map(events.create(authorization, draftOf(title, { state: 2 }), { lang: null }), ({ event }) => event["state"])
      expect(yield* stateOf("Concert")).toBe(2)
      yield* agendas.update(agenda.uid, settings(["administrator", "moderator"]))
      expect(yield* stateOf("Exhibition")).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("in a transaction validates nothing, and no list in it is cached", () =>
    Effect.gen(function*() {
      const { agenda, anyone, ref } = yield* testAgenda
      const access = yield* Access
      const agendas = yield* Agendas
      const events = yield* Events
      const transaction = yield* Transaction
      const before = yield* access.authorize(operator, ref, "events:read")
      const count = (authorization: typeof before) => Effect.map(events.list(authorization, everything), ({ total }) => total)
      const undone = transaction.run(Effect.gen(function*() {
        expect(validatorOf(yield* access.authorize(anyone, ref, "events:read"))).toBeNull()
        yield* create(agenda.uid, "Concert")
        yield* agendas.update(agenda.uid, { private: true })
        expect(yield* count(before)).toBe(1)
        expect(yield* Effect.flip(access.authorize(anyone, ref, "events:read"))).toMatchObject({ _tag: "Forbidden" })
        return yield* Effect.fail("undo")
      }))
      expect(yield* Effect.flip(undone)).toBe("undo")
      expect(yield* count(before)).toBe(0)
      expect(yield* count(yield* access.authorize(anyone, ref, "events:read"))).toBe(0)
    }).pipe(Effect.provide(testEngine)))
})
