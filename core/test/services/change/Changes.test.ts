import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/TestClock"
import type { Caller } from "../../../src/domain/access/Credential.js"
import { operator } from "../../../src/domain/access/Credential.js"
import * as MemoryStores from "../../../src/memory/MemoryStores.js"
import { ChangeStore } from "../../../src/ports/change/ChangeStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import { Access, authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Changes } from "../../../src/services/Changes.js"
import { Events } from "../../../src/services/Events.js"
import { Networks } from "../../../src/services/Networks.js"
import { Transactions } from "../../../src/services/transaction/Transactions.js"
import { Transfer } from "../../../src/services/Transfer.js"
import { Users } from "../../../src/services/Users.js"
import { bodyOf, draftOf, engineOver, testAgenda, testEngine } from "../testEngine.js"

const page = (caller: Caller, uid: number, after?: string) =>
  authorized(
    caller,
    { _tag: "Uid", uid },
    "events:read",
    (authorization) => Effect.flatMap(Changes, (changes) => changes.page(authorization, { after, size: 1_000 }))
  )

const cursor = (caller: Caller, uid: number) => Effect.map(page(caller, uid, "now"), ({ next }) => next)

const kindsAfter = (caller: Caller, uid: number, after?: string) =>
  Effect.map(page(caller, uid, after), ({ items }) => items.map(({ change }) => change.kind))

const create = (uid: number, title: string, more = {}) =>
  authorized(
    operator,
    { _tag: "Uid", uid },
    "events:write",
    (authorization) => Effect.flatMap(Events, (events) => events.create(authorization, draftOf(title, more)))
  )

const day_ms = 86_400_000

describe("Changes", () => {
  it.effect("expire with what was deleted after them, and go on where nothing was that the reader sees", () =>
    Effect.gen(function*() {
      const changes = yield* Changes
      const { agenda: { uid }, anyone, moderator } = yield* testAgenda
      const before = yield* cursor(anyone, uid)
      yield* create(uid, "shown", { state: 2 })
      const seen = { anyone: yield* cursor(anyone, uid), moderator: yield* cursor(moderator.token, uid) }
      yield* create(uid, "draft", { state: 0 })
      yield* TestClock.adjust("31 days")
      yield* create(uid, "later", { state: 2 })
      expect(yield* changes.prune).toBeGreaterThan(2)
      expect(yield* changes.prune).toBe(0)
      expect(yield* kindsAfter(anyone, uid, seen.anyone)).toEqual(["event.published"])
      for (const [caller, after] of [[anyone, before], [moderator.token, seen.moderator]] as const) {
        const expired = yield* Effect.flip(page(caller, uid, after))
        expect(expired._tag).toBe("CursorExpired")
        const next = expired._tag === "CursorExpired" ? expired.next : ""
        expect(yield* kindsAfter(caller, uid, next)).toEqual([])
      }
      expect(yield* kindsAfter(anyone, uid)).toEqual(["event.published"])
    }).pipe(Effect.provide(testEngine)))

  it.effect("expire with the rights that they were made for", () =>
    Effect.gen(function*() {
      const { agenda: { uid }, anyone, contributor, moderator, other } = yield* testAgenda
      const made = [contributor.token, moderator.token, anyone]
      const cursors = yield* Effect.forEach(made, (caller) => cursor(caller, uid))
      for (const [index, caller] of made.entries()) {
        for (const [from, after] of cursors.entries()) {
          const read = yield* Effect.either(page(caller, uid, after))
          expect([index, from, read._tag]).toEqual([index, from, index === from ? "Right" : "Left"])
        }
      }
      expect((yield* Effect.either(page(other.token, uid, cursors[0])))._tag).toBe("Left")
    }).pipe(Effect.provide(testEngine)))

  it.effect("keep their order and are all read when the clock is set back", () =>
    Effect.gen(function*() {
      const { agenda: { uid }, anyone } = yield* testAgenda
      yield* TestClock.setTime(20_000 * day_ms)
      const before = yield* cursor(anyone, uid)
      const titles = ["first", "second", "third"]
      const made: Array<number> = []
      for (const [index, title] of titles.entries()) {
        yield* TestClock.setTime((20_000 - index) * day_ms)
        made.push((yield* create(uid, title, { state: 2 })).event.uid)
        const { items } = yield* page(anyone, uid, before)
        expect(items.map(({ change }) => change.uid)).toEqual(made)
      }
    }).pipe(Effect.provide(testEngine)))

  it.effect("are of imports too, and an import that changes nothing has none", () =>
    Effect.gen(function*() {
      const transfer = yield* Transfer
      const { agenda: { uid }, moderator: { token } } = yield* testAgenda
      const lines = [
        { kind: "location", uid: 700, agendaUid: uid, name: "Hall", address: "1 quay", countryCode: "FR" },
        { kind: "event", agendaUid: uid, extId: { key: "a", value: "1" }, state: 2, data: bodyOf("Imported") }
      ].map((line) => JSON.stringify(line))
      const run = (dryRun: boolean) => transfer.import(Stream.fromIterable(lines), { ownerUid: null, dryRun, progress: () => Effect.void })
      const after = yield* cursor(token, uid)
      expect((yield* run(true)).errors).toEqual([])
      expect(yield* kindsAfter(token, uid, after)).toEqual([])
      yield* run(false)
      expect(yield* kindsAfter(token, uid, after)).toEqual(["location.updated", "event.published"])
      const imported = yield* cursor(token, uid)
      yield* run(false)
      expect(yield* kindsAfter(token, uid, imported)).toEqual([])
    }).pipe(Effect.provide(testEngine)))

  it.effect("of the fields of a network are in each of its agendas, with the events whose values they retype", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const networks = yield* Networks
      const fields = (fieldType: string) => ({ fields: [{ field: "note", fieldType, label: { fr: "Note" } }] })
      const network = yield* networks.create({ title: "Network", schema: fields("text") })
      const { administrator: { token }, agenda: { uid } } = yield* testAgenda
      yield* agendas.update(uid, { networkUid: network.uid })
      const sibling = yield* agendas.create({ title: "Sibling", networkUid: network.uid })
      yield* create(uid, "noted", { state: 2, note: "a <b> c" })
      const after = { own: yield* cursor(token, uid), sibling: yield* cursor(token, sibling.uid) }
      yield* networks.setSchema(network.uid, fields("html"))
      expect(yield* kindsAfter(token, uid, after.own)).toEqual(expect.arrayContaining(["agenda.updated"]))
      expect(yield* kindsAfter(token, sibling.uid, after.sibling)).toEqual(["agenda.updated"])
    }).pipe(Effect.provide(testEngine)))

  it.effect("of a member's name are in the agendas of the member, and of a host's transaction when it commits", () =>
    Effect.gen(function*() {
      const access = yield* Access
      const transactions = yield* Transactions
      const users = yield* Users
      const { administrator: { token }, agenda: { uid } } = yield* testAgenda
      const ada = yield* users.findByEmail("cleo@example.org")
      const after = yield* cursor(token, uid)
      yield* access.identifyHostUser({ userId: "host-1", name: "Cleo the Great", email: "cleo@example.org", emailVerified: true })
      expect(ada?.name).toBe("cleo")
      expect(yield* kindsAfter(token, uid, after)).toEqual(["member.updated"])
      const renamed = yield* cursor(token, uid)
      yield* Effect.exit(transactions.run(Effect.zipRight(create(uid, "undone"), Effect.fail("undo"))))
      expect(yield* kindsAfter(token, uid, renamed)).toEqual([])
      yield* transactions.run(Effect.all([create(uid, "one", { state: 2 }), create(uid, "two", { state: 2 })]))
      expect(yield* kindsAfter(token, uid, renamed)).toEqual(["event.published", "event.published"])
    }).pipe(Effect.provide(testEngine)))

  it.effect("read floors, revisions and changes in one snapshot, so that a deletion meanwhile makes no gap", () => {
    const reads: Array<string> = []
    const stores = Layer.provideMerge(
      Layer.effect(
        ChangeStore,
        Effect.gen(function*() {
          const log = yield* ChangeStore
          const transaction = yield* Transaction
          const noted = <A, E>(name: string, call: Effect.Effect<A, E>) =>
            Effect.zipRight(Effect.map(transaction.isActive, (isActive) => reads.push(`${name} ${isActive}`)), call)
          return {
            ...log,
            floorsOf: (uids: ReadonlyArray<number>) => noted("floors", log.floorsOf(uids)),
            readMany: (...asked: Parameters<typeof log.readMany>) => noted("changes", log.readMany(...asked))
          }
        })
      ),
      MemoryStores.layer
    )
    return Effect.gen(function*() {
      const { agenda: { uid }, anyone } = yield* testAgenda
      yield* page(anyone, uid)
      expect(reads).toEqual(["floors true", "changes true"])
    }).pipe(Effect.provide(engineOver(stores)))
  })
})
