import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { operator } from "../../src/domain/Credential.js"
import type { JsonObject } from "../../src/domain/Json.js"
import { AgendaStore } from "../../src/ports/AgendaStore.js"
import { LocationStore } from "../../src/ports/LocationStore.js"
import { Transaction } from "../../src/ports/Transaction.js"
import type { LocationQuery } from "../../src/query/LocationQuery.js"
import type { AgendaRef } from "../../src/record/AgendaRecord.js"
import { Agendas } from "../../src/services/Agendas.js"
import { Locations } from "../../src/services/Locations.js"
import { testAgenda, testEngine } from "./testEngine.js"

const hall = {
  name: "Grande Halle",
  address: "1 place du Marché",
  countryCode: "fr",
  adminLevel4: "Sète",
  latitude: 43.4,
  longitude: 3.7
}

const everything: LocationQuery = { sort: { key: "createdAt", direction: "desc" }, from: 0, size: 20, detailed: false }
const byName = { key: "name", direction: "asc" } as const
const byChange = { key: "updatedAt", direction: "desc" } as const

const failure = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error._tag)

const issuesOf = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => "issues" in error ? error.issues : error._tag)

const create = (agenda: AgendaRef, body: JsonObject) =>
  Effect.flatMap(Locations, (locations) => locations.create(operator, agenda, { ...hall, ...body }, { lang: null }))

const uidOf = (location: JsonObject): number => typeof location["uid"] === "number" ? location["uid"] : 0

const created = (agenda: AgendaRef, body: JsonObject) => Effect.map(create(agenda, body), ({ location }) => uidOf(location))

const list = (agenda: AgendaRef, query: Partial<LocationQuery>) =>
  Effect.flatMap(Locations, (locations) => locations.list(operator, agenda, { ...everything, ...query }))

const names = (agenda: AgendaRef, query: Partial<LocationQuery>) =>
  Effect.map(list(agenda, query), ({ locations }) => locations.map(({ name }) => name))

/** An agenda, of a location set where one is given. */
const agendaOf = (title: string, locationSetUid: number | null) =>
  Effect.gen(function*() {
    const agenda = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title }))
    const store = yield* AgendaStore
    const { run } = yield* Transaction
    yield* run(store.put({ ...agenda, locationSetUid }))
    return { _tag: "Uid", uid: agenda.uid } as const
  })

describe("Locations", () => {
  it.scoped("are made by members, read by everybody, and known in their agenda only", () =>
    Effect.gen(function*() {
      const locations = yield* Locations
      const { anyone, contributor, outsider, ref } = yield* testAgenda
      const elsewhere = yield* agendaOf("Ailleurs", null)
      const { location } = yield* locations.create(contributor.token, ref, hall, { lang: null })
      expect(location).toMatchObject({ name: "Grande Halle", countryCode: "FR", city: "Sète", slug: "grande-halle" })
      const named = { _tag: "Uid", uid: uidOf(location) } as const
      expect(yield* locations.get(anyone, ref, named)).toEqual(location)
      expect(yield* failure(locations.get(anyone, elsewhere, named))).toBe("NotFound")
      expect(yield* failure(locations.create(outsider.token, ref, hall, { lang: null }))).toBe("Forbidden")
      expect(yield* failure(locations.create(contributor.reader, ref, hall, { lang: null }))).toBe("Unauthorized")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("are listed newest first, page by page, and searched in name, address and city", () =>
    Effect.gen(function*() {
      const { ref } = yield* testAgenda
      for (const name of ["Bibliothèque", "Ancien théâtre", "Chapelle"]) {
        yield* create(ref, { name })
        yield* TestClock.adjust("1 second")
      }
      expect(yield* names(ref, {})).toEqual(["Chapelle", "Ancien théâtre", "Bibliothèque"])
      const first = yield* list(ref, { sort: byName, size: 2 })
      expect([first.total, first.locations.map(({ name }) => name)]).toEqual([3, ["Ancien théâtre", "Bibliothèque"]])
      const second = yield* list(ref, { sort: byName, size: 2, after: first.after ?? 0 })
      expect([second.after, second.locations.map(({ name }) => name)]).toEqual([null, ["Chapelle"]])
      expect(yield* names(ref, { from: 9 })).toEqual([])
      expect(yield* names(ref, { search: "THEATRE sete" })).toEqual(["Ancien théâtre"])
      expect(yield* failure(list(ref, { size: 301 }))).toBe("Invalid")
      const words = Array.from({ length: 65 }, (_, index) => `mot${index}`).join(" ")
      expect(yield* failure(list(ref, { search: words }))).toBe("Invalid")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("are narrowed by state and by when they were made and changed", () =>
    Effect.gen(function*() {
      const locations = yield* Locations
      const { ref } = yield* testAgenda
      yield* TestClock.setTime(1_000)
      const first = yield* created(ref, { name: "A", state: 1 })
      yield* TestClock.setTime(2_000)
      yield* create(ref, { name: "B", state: 0 })
      yield* TestClock.setTime(3_000)
      yield* locations.restore(ref.uid, first, { ...hall, name: "A2", state: 1 })
      expect(yield* names(ref, { state: [0] })).toEqual(["B"])
      expect(yield* names(ref, { state: [0, 1] })).toEqual(["B", "A2"])
      expect(yield* names(ref, { createdAt: [{ gte: null, lte: 1_000 }] })).toEqual(["A2"])
      expect(yield* names(ref, { updatedAt: [{ gte: 2_000, lte: 2_999 }] })).toEqual(["B"])
      expect(yield* names(ref, { updatedAt: [{ gte: 3_000, lte: null }, { gte: null, lte: 2_000 }] })).toEqual(["B", "A2"])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("go on exactly where a page ended, or say that they cannot", () =>
    Effect.gen(function*() {
      const locations = yield* Locations
      const { ref } = yield* testAgenda
      const elsewhere = yield* agendaOf("Ailleurs", null)
      const uids = new Map<string, number>()
      for (const name of ["A", "B", "C", "D"]) {
        uids.set(name, yield* created(ref, { name }))
        yield* TestClock.adjust("1 second")
      }
      const rename = (from: string, to: string) => locations.restore(ref.uid, uids.get(from) ?? 0, { ...hall, name: to })
      const [named, changed, newest] = yield* Effect.forEach(
        [byName, byChange, everything.sort],
        (sort) => Effect.map(list(ref, { sort, size: 2 }), ({ after }) => after ?? 0)
      )
      const behind = [{ sort: byName, after: named ?? 0 }, { sort: byChange, after: changed ?? 0 }, { after: newest ?? 0 }] as const
      const rests = Effect.forEach(behind, (query) => names(ref, query))
      expect(yield* rests).toEqual([["C", "D"], ["B", "A"], ["B", "A"]])
      yield* rename("D", "AA")
      expect(yield* rests).toEqual([["C"], ["B", "A"], ["B", "A"]])
      yield* rename("B", "Z")
      yield* rename("C", "Y")
      const stale = [expect.objectContaining({ code: "cursor.invalid", field: "after" })]
      expect(yield* issuesOf(list(ref, behind[0]))).toEqual(stale)
      expect(yield* issuesOf(list(ref, behind[1]))).toEqual(stale)
      expect(yield* names(ref, behind[2])).toEqual(["Z", "A"])
      for (const query of [{ after: 5 }, { ...behind[0], sort: byChange }, { ...behind[2], sort: byName }]) {
        expect(yield* issuesOf(list(ref, query))).toEqual(stale)
      }
      expect(yield* issuesOf(list(elsewhere, behind[2]))).toEqual(stale)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("are read by the external identifiers of the agenda and its set, each of one location", () =>
    Effect.gen(function*() {
      const locations = yield* Locations
      const one = yield* agendaOf("Un", 5)
      const other = yield* agendaOf("Deux", 5)
      const alone = yield* agendaOf("Seul", null)
      const erp = { key: "erp", value: "17" }
      const named = { _tag: "ExtId", ...erp } as const
      const uid = yield* created(one, { extIds: [erp, { key: "default", value: "é" }] })
      const found = (agenda: AgendaRef, value = erp.value) => Effect.map(locations.get(operator, agenda, { ...named, value }), uidOf)
      expect([yield* found(one), yield* found(other)]).toEqual([uid, uid])
      expect(yield* found(one, " 17 ")).toBe(uid)
      for (const value of ["18", "", "x".repeat(300)]) expect(yield* failure(found(one, value))).toBe("NotFound")
      expect(yield* failure(found(alone))).toBe("NotFound")
      const taken = [{ code: "duplicate", field: "extIds", index: 1, origin: erp }]
      const body = { extIds: [{ key: "other", value: "1" }, erp] }
      expect(yield* issuesOf(create(one, body))).toMatchObject(taken)
      expect(yield* issuesOf(create(other, body))).toMatchObject(taken)
      expect(yield* issuesOf(create(other, { ...body, latitude: 91 }))).toMatchObject([{ field: "latitude" }, ...taken])
      const own = yield* created(alone, body)
      expect(yield* found(alone)).toBe(own)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("are restored under their uid, which another agenda's import does not take over", () =>
    Effect.gen(function*() {
      const locations = yield* Locations
      const store = yield* LocationStore
      const one = yield* agendaOf("Un", null)
      const other = yield* agendaOf("Deux", null)
      const body = { ...hall, extIds: [{ key: "erp", value: "17" }] }
      expect(yield* locations.restore(one.uid, 70, body)).toBe("created")
      expect(yield* locations.restore(one.uid, 70, body)).toBe("unchanged")
      expect(yield* issuesOf(locations.restore(one.uid, 71, body))).toMatchObject([{ code: "duplicate", field: "extIds" }])
      expect(yield* issuesOf(locations.restore(other.uid, 70, { ...body, latitude: 91 }))).toMatchObject([
        { code: "duplicate", field: "uid" },
        { code: "latitude.invalid" }
      ])
      expect(yield* locations.restore(other.uid, 71, body)).toBe("created")
      const both = yield* Effect.forEach([one.uid, other.uid], (agenda) => Effect.either(locations.restore(agenda, 80, hall)), {
        concurrency: "unbounded"
      })
      expect(both.map(({ _tag }) => _tag).toSorted()).toEqual(["Left", "Right"])
      expect((yield* store.findMany([70, 71, 80, 99])).map(({ uid }) => uid).toSorted((left, right) => left - right)).toEqual([70, 71, 80])
    }).pipe(Effect.provide(testEngine)))
})
