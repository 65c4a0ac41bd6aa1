import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { rawBody } from "../../../src/contract/RawBody.js"
import { operator } from "../../../src/domain/access/Credential.js"
import type { JsonObject } from "../../../src/domain/text/Json.js"
import { AgendaStore } from "../../../src/ports/AgendaStore.js"
import { LocationStore } from "../../../src/ports/LocationStore.js"
import { Transaction } from "../../../src/ports/Transaction.js"
import type { LocationQuery } from "../../../src/query/location/LocationQuery.js"
import type { AgendaRef } from "../../../src/record/AgendaRecord.js"
import * as WebCryptoSecrets from "../../../src/secrets/WebCryptoSecrets.js"
import { authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Locations } from "../../../src/services/Locations.js"
import { eventsAs, locationsAs } from "../access/callers.js"
import { plainImages } from "../image/plainImages.js"
import { bodyOf, testAgenda, testEngine } from "../testEngine.js"

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

const create = (agenda: AgendaRef, body: JsonObject) => locationsAs(operator, agenda).create({ ...hall, ...body }, { lang: null })

const uidOf = (location: JsonObject): number => typeof location["uid"] === "number" ? location["uid"] : 0
const created = (agenda: AgendaRef, body: JsonObject) => Effect.map(create(agenda, body), ({ location }) => uidOf(location))
const list = (agenda: AgendaRef, query: Partial<LocationQuery>) => locationsAs(operator, agenda).list({ ...everything, ...query })

const names = (agenda: AgendaRef, query: Partial<LocationQuery>) =>
  Effect.map(list(agenda, query), ({ locations }) => locations.map(({ name }) => name))

/** An agenda, in a location set if one is given. */
const agendaOf = (title: string, locationSetUid: number | null) =>
  Effect.gen(function*() {
    const agenda = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title }))
    const store = yield* AgendaStore
    const { run } = yield* Transaction
    yield* run(store.put({ ...agenda, locationSetUid }))
    return { _tag: "Uid", uid: agenda.uid } as const
  })

describe("Locations", () => {
  it.scoped("locations are created by members, read by everyone, and found only in their agenda", () =>
    Effect.gen(function*() {
      const { anyone, contributor, outsider, ref } = yield* testAgenda
      const elsewhere = yield* agendaOf("Ailleurs", null)
      const { location } = yield* locationsAs(contributor.token, ref).create(hall, { lang: null })
      expect(location).toMatchObject({ name: "Grande Halle", countryCode: "FR", city: "Sète", slug: "grande-halle" })
      const named = { _tag: "Uid", uid: uidOf(location) } as const
      expect(yield* locationsAs(anyone, ref).get(named)).toEqual(location)
      expect(yield* failure(locationsAs(anyone, elsewhere).get(named))).toBe("NotFound")
      expect(yield* failure(locationsAs(outsider.token, ref).create(hall, { lang: null }))).toBe(
        "Forbidden"
      )
      expect(yield* failure(locationsAs(contributor.reader, ref).create(hall, { lang: null })))
        .toBe("Unauthorized")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("locations are listed newest first, page by page, and searched by name, address and city", () =>
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

  it.scoped("locations are filtered by state, createdAt and updatedAt", () =>
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

  it.scoped("a cursor continues exactly after its page although its last location was renamed or removed, or is refused", () =>
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
      expect(yield* rests).toEqual([["Y", "Z"], ["A"], ["Z", "A"]])
      yield* locationsAs(operator, ref).remove({ _tag: "Uid", uid: uids.get("C") ?? 0 })
      expect(yield* rests).toEqual([["Z"], ["A"], ["Z", "A"]])
      for (const query of [{ after: 5 }, { ...behind[0], sort: byChange }, { ...behind[2], sort: byName }]) {
        expect(yield* issuesOf(list(ref, query))).toEqual(stale)
      }
      expect(yield* issuesOf(list(elsewhere, behind[2]))).toEqual(stale)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a cursor continues in another process for a day after its last location was removed or changed", () =>
    Effect.gen(function*() {
      const locations = yield* Locations
      const { ref } = yield* testAgenda
      const elsewhere = yield* agendaOf("Ailleurs", null)
      const inTurn = (name: string) => Effect.zipLeft(created(ref, { name }), TestClock.adjust("1 second"))
      const [a, b] = [yield* inTurn("A"), yield* inTurn("B")]
      yield* inTurn("C")
      const afterOf = (sort: LocationQuery["sort"], size: number) =>
        Effect.map(list(ref, { sort, size }), ({ after }) => ({ sort, after: after ?? 0 }))
      const oldest = { key: "createdAt", direction: "asc" } as const
      const [behindA, behindB, behindOldest] = [yield* afterOf(byName, 1), yield* afterOf(byName, 2), yield* afterOf(oldest, 1)]
      yield* locationsAs(operator, ref).remove({ _tag: "Uid", uid: a })
      yield* locations.restore(ref.uid, b, { ...hall, name: "D" })
      yield* locations.restore(ref.uid, b, { ...hall, name: "E" })

      const other = Context.get(
        yield* Layer.build(Layer.fresh(Locations.layer).pipe(Layer.provide([plainImages, WebCryptoSecrets.layer]))),
        Locations
      )
      const rest = (agenda: AgendaRef, query: Partial<LocationQuery>) =>
        Effect.map(authorized(operator, agenda, "locations:read", (by) => other.list(by, { ...everything, ...query })), (found) =>
          found.locations.map(({ name }) => name))
      const walks = Effect.forEach([behindA, behindB, behindOldest], (query) =>
        rest(ref, query))
      expect(yield* walks).toEqual([["C", "E"], ["C", "E"], ["E", "C"]])
      const stale = [expect.objectContaining({ code: "cursor.invalid", field: "after" })]
      expect(yield* issuesOf(rest(elsewhere, behindA))).toEqual(stale)
      yield* TestClock.adjust("1 day")
      expect(yield* walks).toEqual([["C", "E"], ["C", "E"], ["E", "C"]])
      yield* TestClock.adjust("1 millis")
      for (const query of [behindA, behindB, behindOldest]) expect(yield* issuesOf(rest(ref, query))).toEqual(stale)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("an external identifier names one location of the agenda and its set", () =>
    Effect.gen(function*() {
      const one = yield* agendaOf("Un", 5)
      const other = yield* agendaOf("Deux", 5)
      const alone = yield* agendaOf("Seul", null)
      const erp = { key: "erp", value: "17" }
      const named = { _tag: "ExtId", ...erp } as const
      const uid = yield* created(one, { extIds: [erp, { key: "default", value: "é" }] })
      const found = (agenda: AgendaRef, value = erp.value) => Effect.map(locationsAs(operator, agenda).get({ ...named, value }), uidOf)
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

  it.scoped("a location is restored under its uid, and another agenda's import cannot take the uid over", () =>
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

  it.scoped("moderators and administrators of every agenda that shares a location change and remove it", () =>
    Effect.gen(function*() {
      const { administrator, contributor, moderator, outsider, ref } = yield* testAgenda
      const named = { _tag: "Uid", uid: yield* created(ref, {}) } as const
      for (const who of [contributor, outsider]) {
        expect(yield* failure(locationsAs(who.token, ref).patch(named, { state: 1 }))).toBe(
          "Forbidden"
        )
        expect(yield* failure(locationsAs(who.token, ref).replace(named, hall))).toBe(
          "Forbidden"
        )
        expect(yield* failure(locationsAs(who.token, ref).remove(named))).toBe("Forbidden")
      }
      expect(yield* failure(locationsAs(moderator.reader, ref).remove(named))).toBe("Unauthorized")
      expect(
        (yield* locationsAs(moderator.token, ref).patch(named, { state: 1 }))
          .location["state"]
      ).toBe(1)
      const one = yield* agendaOf("Un", 5)
      const other = yield* agendaOf("Deux", 5)
      const shared = { _tag: "Uid", uid: yield* created(one, {}) } as const
      expect(yield* failure(locationsAs(operator, ref).patch(shared, {}))).toBe("NotFound")
      const { location, outcome } = yield* locationsAs(operator, other).patch(shared, { name: "Petite Halle" })
      expect([outcome, location["name"], location["slug"], location["setUid"]]).toEqual(["updated", "Petite Halle", "grande-halle", 5])
      expect(
        yield* locationsAs(operator, other).remove(shared)
      ).toEqual(location)
      expect(
        (yield* locationsAs(administrator.token, ref).remove(named))["uid"]
      ).toBe(named.uid)
      for (const [agenda, gone] of [[one, shared], [ref, named]] as const) {
        expect(
          yield* failure(locationsAs(operator, agenda).get(gone))
        ).toBe("NotFound")
        expect(yield* failure(locationsAs(operator, agenda).remove(gone))).toBe("NotFound")
        expect(yield* failure(locationsAs(operator, agenda).replace(gone, hall))).toBe(
          "NotFound"
        )
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("updatedAt moves only with writes that change the location", () =>
    Effect.gen(function*() {
      const { ref } = yield* testAgenda
      yield* TestClock.setTime(1_000)
      const { location } = yield* create(ref, { description: { fr: "Une halle", en: "A hall" }, extIds: [{ key: "erp", value: "1" }] })
      const named = { _tag: "Uid", uid: uidOf(location) } as const
      yield* TestClock.setTime(2_000)
      const same = [
        locationsAs(operator, ref).replace(named, location),
        locationsAs(operator, ref).patch(named, {}),
        locationsAs(operator, ref).patch(named, rawBody({ state: 0, links: [], extIds: [{ key: "erp", value: 1 }] })),
        locationsAs(operator, ref).upsert({ key: "erp", value: "1" }, location)
      ]
      for (const write of same) {
        expect(yield* write).toMatchObject({ outcome: "unchanged", location })
      }
      yield* TestClock.setTime(3_000)
      const changed = yield* locationsAs(operator, ref).patch(named, rawBody({ extIds: [{ key: "erp", value: null }] }))
      expect(changed).toMatchObject({ outcome: "updated", location: { extIds: [], updatedAt: "1970-01-01T00:00:03.000Z" } })
      expect(changed.location["createdAt"]).toBe("1970-01-01T00:00:01.000Z")
      yield* TestClock.setTime(0)
      const back = yield* locationsAs(operator, ref).patch(named, { phone: "01" })
      expect(back.location["updatedAt"]).toBe("1970-01-01T00:00:03.000Z")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("an upsert creates or replaces a location, and concurrent upserts create one", () =>
    Effect.gen(function*() {
      const { contributor, moderator, outsider, ref } = yield* testAgenda
      const extId = { key: "erp", value: "17" }
      const lang = { lang: null }
      expect(yield* failure(locationsAs(outsider.token, ref).upsert(extId, hall))).toBe(
        "Forbidden"
      )
      const made = yield* locationsAs(contributor.token, ref).upsert({ key: "erp", value: " 17 " }, hall)
      expect([made.outcome, made.location["extIds"]]).toEqual(["created", [extId]])
      expect(
        yield* failure(locationsAs(contributor.token, ref).upsert(extId, hall))
      ).toBe("Forbidden")
      const body = { ...hall, name: "Halle", extIds: [{ key: "erp", value: "18" }, { key: "b", value: "2" }] }
      const replaced = yield* locationsAs(moderator.token, ref).upsert(extId, body)
      expect([replaced.outcome, replaced.location["uid"]]).toEqual(["updated", made.location["uid"]])
      expect(replaced.location["extIds"]).toEqual([extId, { key: "b", value: "2" }])
      const outcomes = yield* Effect.forEach(
        [1, 2, 3, 4, 5, 6],
        (n) =>
          Effect.map(
            locationsAs(operator, ref).upsert({ key: "race", value: "1" }, { ...hall, name: `Halle ${n}` }, lang),
            ({ outcome }) => outcome
          ),
        { concurrency: "unbounded" }
      )
      expect(outcomes.toSorted()).toEqual(["created", "updated", "updated", "updated", "updated", "updated"])
      for (const value of ["", "x".repeat(300)]) {
        expect(
          yield* failure(locationsAs(operator, ref).upsert({ key: "erp", value }, hall))
        ).toBe("Invalid")
      }
      expect((yield* list(ref, {})).total).toBe(2)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("an external identifier of another location is refused with its index in the body", () =>
    Effect.gen(function*() {
      const { ref } = yield* testAgenda
      const [taken = null, own = null, free = null] = ["1", "2", "3"].map((value) => ({ key: `k${value}`, value }))
      yield* create(ref, { extIds: [taken] })
      const named = { _tag: "Uid", uid: yield* created(ref, { extIds: [own] }) } as const
      const issues = yield* issuesOf(
        locationsAs(operator, ref).patch(named, rawBody({ extIds: [free, taken], latitude: 91 }))
      )
      expect(issues).toMatchObject([{ field: "latitude" }, { code: "duplicate", field: "extIds", index: 1, origin: taken }])
      yield* locationsAs(operator, ref).patch(named, rawBody({ extIds: [own, free] }))
      expect(
        (yield* locationsAs(operator, ref).get(named))["extIds"]
      ).toEqual([own, free])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a location in use is not removed, and an event cannot use a removed one", () =>
    Effect.gen(function*() {
      const one = yield* agendaOf("Un", 5)
      const other = yield* agendaOf("Deux", 5)
      const uid = yield* created(one, {})
      const named = { _tag: "Uid", uid } as const
      const body = bodyOf("Bal", { attendanceMode: 1, onlineAccessLink: null, locationUid: uid, state: -1 })
      const { event } = yield* eventsAs(operator, other).create(rawBody(body), { lang: null })
      const happening = { _tag: "Uid", uid: uidOf(event) } as const
      expect(yield* Effect.flip(locationsAs(operator, one).remove(named))).toMatchObject({
        _tag: "Conflict",
        message: "location in use"
      })
      yield* eventsAs(operator, other).remove(happening)
      yield* locationsAs(operator, one).remove(named)
      const unknown = [{ code: "location.unknown", field: "locationUid", origin: uid }]
      expect(yield* issuesOf(eventsAs(operator, other).create(rawBody(body), { lang: null })))
        .toMatchObject(
          unknown
        )
      expect(yield* issuesOf(eventsAs(operator, other).restore({ uid: happening.uid }, body)))
        .toMatchObject(unknown)
    }).pipe(Effect.provide(testEngine)))
})
