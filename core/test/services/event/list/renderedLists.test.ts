import { expect, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { CurrentImageBase } from "../../../../src/domain/media/Image.js"
import { EventQuery } from "../../../../src/query/event/EventQuery.js"
import { Access } from "../../../../src/services/Access.js"
import { RenderedLists } from "../../../../src/services/event/RenderedLists.js"
import { Keys } from "../../../../src/services/Keys.js"
import { eventsAs } from "../../access/callers.js"
import { draftOf, testAgenda, testEngine } from "../../testEngine.js"

it.scoped("a page is rendered once for all readers with the same rights and view, until it changes", () =>
  Effect.gen(function*() {
    const access = yield* Access
    const keys = yield* Keys
    const lists = yield* RenderedLists
    const { administrator, anyone, moderator, ref } = yield* testAgenda
    const create = (title: string) => eventsAs(administrator.token, ref).create(draftOf(title, { state: 2 }))
    yield* create("Bal")
    const open = yield* keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null })
    const another = yield* access.identify({ key: open.key, token: null })
    const short = EventQuery.make({ size: 5 })
    const list = (caller: typeof anyone, query: EventQuery = short) =>
      Effect.flatMap(access.authorize(caller, ref, "events:read"), (authorization) => lists.list(authorization, query))

    yield* list(anyone)
    const first = yield* list(anyone)
    expect(JSON.parse(first.text)).toMatchObject({ total: 1, events: [{ title: { fr: "Bal" } }], success: true })
    expect(yield* list(another)).toBe(first)
    const unknown = EventQuery.make({ size: 5, fields: { unknown: "1" } })
    expect(yield* list(anyone, unknown)).toBe(first)
    const long = yield* list(anyone, EventQuery.make({ size: 5, detailed: true }))
    expect(JSON.parse(long.text)).toMatchObject({ events: [{ longDescription: {} }] })
    expect(yield* list(moderator.token)).not.toBe(first)
    const elsewhere = yield* Effect.provideService(list(anyone), CurrentImageBase, "https://images.example/")
    expect(elsewhere).not.toBe(first)
    expect(yield* list(anyone)).toBe(first)

    yield* create("Fête")
    const later = yield* list(another)
    expect(JSON.parse(later.text)).toMatchObject({ total: 2 })
    expect(yield* list(anyone)).toBe(later)
  }).pipe(Effect.provide(testEngine)))

it.scoped("a page of 6 000 slots is rendered once", () =>
  Effect.gen(function*() {
    const access = yield* Access
    const lists = yield* RenderedLists
    const { administrator, anyone, ref } = yield* testAgenda
    const day = (index: number) => DateTime.formatIso(DateTime.unsafeMake(index * 86_400_000))
    const timings = Array.from({ length: 60 }, (_, index) => ({ begin: day(index), end: day(index + 1) }))
    yield* Effect.forEach(Array.from({ length: 100 }, (_, index) => `Exposition ${index}`), (title) =>
      eventsAs(administrator.token, ref).create(draftOf(title, { state: 2, timings })))
    const list = Effect.flatMap(
      access.authorize(anyone, ref, "events:read"),
      (authorization) =>
        lists.list(authorization, EventQuery.make({ size: 100, detailed: true }))
    )
    yield* list
    const second = yield* list
    expect(second.text.length).toBeGreaterThan(400_000)
    expect(yield* list).toBe(second)
  }).pipe(Effect.provide(testEngine)))
