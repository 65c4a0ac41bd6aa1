import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { operator } from "../../src/domain/access/Credential.js"
import { nativeFields } from "../../src/domain/field/nativeFields.js"
import { defaultLimits } from "../../src/domain/Limits.js"
import type { JsonObject } from "../../src/domain/text/Json.js"
import { Access, authorized } from "../../src/services/Access.js"
import { Agendas } from "../../src/services/Agendas.js"
import { Events } from "../../src/services/Events.js"
import { Keys } from "../../src/services/Keys.js"
import { Locations } from "../../src/services/Locations.js"
import { Members } from "../../src/services/Members.js"
import { instantOf } from "../instantOf.js"
import { eventsAs } from "./access/callers.js"
import { bodyOf, draftOf, memberOf, testAgenda, testEngine } from "./testEngine.js"

const none = { lang: null }
const hall = { name: "Grande Halle", address: "1 place du Marché", countryCode: "FR", adminLevel4: "Sète", latitude: 43.4, longitude: 3.7 }

const ref = (uid: number) => ({ _tag: "Uid" as const, uid })

/** Creates agendas with these uids; the title of each is its letter. */
const makeAgendas = (uids: ReadonlyArray<number>) =>
  Effect.flatMap(Agendas, (agendas) => Effect.forEach(uids, (uid) => agendas.create({ uid, title: `Agenda ${uid}` })))

const found = (query: { readonly search?: string; readonly sort?: "createdAt.desc" | "recentlyAddedEvents.desc" }) =>
  Effect.gen(function*() {
    const page = yield* (yield* Agendas).search(operator, { ...query, size: 20 })
    return page.agendas.map(({ uid }) => uid)
  })

const numberOf = (uid: unknown): number => typeof uid === "number" ? uid : 0

const create = (agendaUid: number, title: string, more: JsonObject = {}) =>
  Effect.gen(function*() {
    const { event } = yield* authorized(operator, ref(agendaUid), "events:write", (by) =>
      Effect.flatMap(Events, (events) =>
        events.create(by, draftOf(title, more), none)))
    return ref(numberOf(event.uid))
  })

const patch = (agendaUid: number, event: { readonly _tag: "Uid"; readonly uid: number }, body: JsonObject) =>
  eventsAs(operator, ref(agendaUid)).patch(event, body, none)

const failure = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error._tag)

describe("searching agendas", () => {
  it.scoped("agendas are found by the keywords and venues of their published events, while they are published", () =>
    Effect.gen(function*() {
      yield* makeAgendas([1, 2, 3])
      const { location } = yield* authorized(
        operator,
        ref(1),
        "locations:write",
        (by) => Effect.flatMap(Locations, (locations) => locations.create(by, hall, none))
      )
      const market = yield* create(1, "Marché", {
        keywords: { fr: ["Fruits & Légumes"] },
        attendanceMode: 3,
        locationUid: numberOf(location.uid)
      })
      yield* create(2, "Fruits", { keywords: { fr: ["primeurs"] }, state: 1 })
      yield* create(3, "Fête", { keywords: { en: ["fruity"] } })
      expect(yield* found({ search: "fruit" })).toEqual([1, 3])
      expect(yield* found({ search: "fruits agenda" })).toEqual([1])
      expect(yield* found({ search: "halle sete legume" })).toEqual([1])
      expect(yield* found({ search: "primeurs" })).toEqual([])
      expect(yield* found({ search: "marché" }), "titles and addresses are no key terms").toEqual([])

      yield* patch(1, market, { state: 0 })
      expect(yield* found({ search: "sete" })).toEqual([])
      yield* patch(1, market, { state: 2, keywords: { fr: ["poisson"] } })
      expect([yield* found({ search: "fruits" }), yield* found({ search: "poisson sete" })]).toEqual([[], [1]])
      yield* authorized(operator, ref(1), "events:write", (by) => Effect.flatMap(Events, (events) => events.remove(by, market)))
      expect(yield* found({ search: "poisson" })).toEqual([])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("agendas are sorted by the number of events first published in the last thirty days", () =>
    Effect.gen(function*() {
      yield* makeAgendas([1, 2, 3])
      const early = yield* create(1, "Early")
      const late = yield* create(2, "Late", { state: 1 })
      yield* create(2, "Never", { state: 0 })
      const recent = found({ sort: "recentlyAddedEvents.desc" })
      expect(yield* recent).toEqual([1, 2, 3])

      yield* TestClock.adjust("20 days")
      yield* patch(2, late, { state: 2 })
      yield* TestClock.adjust("11 days")
      expect(yield* recent, "the first was published 31 days ago").toEqual([2, 1, 3])
      yield* patch(1, early, { state: 0 })
      yield* patch(1, early, { state: 2 })
      yield* create(3, "New")
      yield* create(3, "Newer")
      expect(yield* recent, "what comes back was not published for the first time").toEqual([3, 2, 1])

      yield* TestClock.adjust("20 days")
      expect(yield* recent, "51 days after the beginning, 31 after the late one").toEqual([3, 1, 2])
      expect(yield* found({ sort: "createdAt.desc" })).toEqual([1, 2, 3])
      yield* (yield* Agendas).create({ uid: 9, title: "Agenda 9" })
      expect(yield* found({ sort: "createdAt.desc" })).toEqual([9, 1, 2, 3])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("an imported event counts as published at its createdAt", () =>
    Effect.gen(function*() {
      yield* makeAgendas([1, 2])
      yield* TestClock.adjust("60 days")
      yield* eventsAs(operator, ref(1)).restore({ uid: 70, createdAt: 0 }, bodyOf("Ancien", { state: 2 }))
      yield* eventsAs(operator, ref(2)).restore({ uid: 71 }, bodyOf("Nouveau", { state: 2 }))
      expect(yield* found({ sort: "recentlyAddedEvents.desc" })).toEqual([2, 1])
      expect(
        (yield* authorized(operator, ref(1), "agendas:read", (by) =>
          Effect.flatMap(Agendas, (agendas) =>
            agendas.get(by, { detailed: false })))).summary
      ).toMatchObject({
        recentlyAddedEvents: { contribution: 0 },
        publishedEvents: { upcoming: 1 }
      })
    }).pipe(Effect.provide(testEngine)))
})

describe("reading an agenda", () => {
  it.scoped("the summary counts published events as of now, for every caller", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const { anyone, moderator, ref } = yield* testAgenda
      const { uid } = ref
      const { location } = yield* authorized(operator, ref, "locations:write", (by) =>
        Effect.flatMap(Locations, (locations) =>
          locations.create(by, hall, none)))
      const there = { attendanceMode: 1, locationUid: numberOf(location.uid) }
      yield* create(uid, "Un", { ...there, keywords: { fr: ["Jazz", "été"] }, title: { fr: "Un", en: "One" } })
      yield* create(uid, "Deux", { keywords: { fr: ["jazz"] } })
      yield* create(uid, "Trois", { keywords: { fr: ["Jazz"] }, state: 1, description: { it: "Segreto" } })
      const place = { latitude: 43.4, longitude: 3.7 }
      const summary = {
        keywords: ["Jazz", "été"],
        publishedEvents: { current: 0, passed: 0, upcoming: 2 },
        languages: { fr: 2, en: 1 },
        recentlyAddedEvents: { contribution: 2, shared: 0, aggregation: 0 },
        viewport: { topLeft: place, bottomRight: place }
      }
      expect(
        (yield* authorized(anyone, ref, "agendas:read", (by) =>
          agendas.get(by, { detailed: false }))).summary
      ).toEqual(summary)
      expect(
        (yield* authorized(moderator.token, ref, "agendas:read", (by) =>
          agendas.get(by, { detailed: false }))).summary
      ).toEqual(
        summary
      )
      const listed = yield* agendas.search(anyone, { size: 20, fields: ["uid", "summary"] })
      expect(listed.agendas).toEqual([{ uid, summary }])
      expect(Object.keys((yield* agendas.search(anyone, { size: 20 })).agendas[0] ?? {})).not.toContain("summary")

      yield* TestClock.setTime(instantOf("2031-01-01T00:00:00Z"))
      expect((yield* authorized(anyone, ref, "agendas:read", (by) => agendas.get(by, { detailed: false }))).summary).toMatchObject({
        publishedEvents: { current: 0, passed: 2, upcoming: 0 },
        recentlyAddedEvents: { contribution: 0 }
      })
    }).pipe(Effect.provide(testEngine)))

  it.scoped("an agenda shows only the additional fields that the caller may read", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const option = (id: number, value: string) => ({ id, value, label: { fr: value } })
      const field = { label: { fr: "Public" }, fieldType: "radio", optional: true, options: [option(1, "tous")] }
      const { agenda, anyone, contributor, moderator } = yield* testAgenda
      yield* agendas.restore({
        uid: agenda.uid,
        title: agenda.title,
        schema: {
          fields: [{ ...field, field: "publics" }, {
            ...field,
            field: "budget",
            read: ["moderator", "administrator"],
            options: [option(5, "serré")]
          }]
        }
      })
      const read = (caller: typeof anyone) =>
        Effect.map(agendas.search(caller, { size: 1, fields: ["schema", "slugSchemaOptionIdMap"] }), ({ agendas: [found] }) => found)
      expect(yield* read(anyone)).toMatchObject({
        schema: { fields: [...nativeFields(defaultLimits), { field: "publics" }] },
        slugSchemaOptionIdMap: [{ slug: "tous", fieldName: "publics", optionId: 1, schemaId: agenda.uid }]
      })
      expect(JSON.stringify(yield* read(contributor.token))).not.toMatch(/budget|serré/)
      expect(yield* read(moderator.reader)).toMatchObject({
        schema: { fields: [...nativeFields(defaultLimits), { field: "publics" }, { field: "budget" }] }
      })
      expect((yield* authorized(contributor.token, ref(agenda.uid), "agendas:read", (by) => agendas.get(by, { detailed: true }))).schema)
        .toMatchObject({
          fields: [...nativeFields(defaultLimits), { field: "publics" }]
        })
    }).pipe(Effect.provide(testEngine)))
})

describe("lists of members", () => {
  const first = { limit: 2 }

  it.scoped("members are listed page by page, for moderators and administrators only", () =>
    Effect.gen(function*() {
      const members = yield* Members
      const { administrator, agenda, anyone, contributor, moderator, other, outsider, ref } = yield* testAgenda
      for (const caller of [anyone, contributor.token, outsider.token]) {
        expect(yield* failure(authorized(caller, ref, "members:read", (by) => members.page(by, first)))).toBe("Forbidden")
      }
      expect(yield* failure(authorized(moderator.token, ref, "members:read", (by) => members.page(by, { limit: 101 })))).toBe("Invalid")
      expect(yield* failure(authorized(moderator.token, { _tag: "Uid", uid: 5 }, "members:read", (by) => members.page(by, first)))).toBe(
        "NotFound"
      )
      const page = yield* authorized(moderator.reader, ref, "members:read", (by) => members.page(by, first))
      expect([page.total, page.items.length, page.after]).toEqual([4, 2, page.items[1]?.uid])
      const rest = yield* authorized(
        administrator.token,
        ref,
        "members:read",
        (by) => members.page(by, { ...first, after: page.after ?? 0 })
      )
      expect(rest.after).toBeNull()
      const all = [...page.items, ...rest.items]
      expect(all.map(({ uid }) => uid)).toEqual((yield* members.list(agenda.uid)).map(({ uid }) => uid))
      expect(new Set(all.map(({ userUid }) => userUid))).toEqual(
        new Set([administrator, moderator, contributor, other].map(({ user }) => user.uid))
      )
      expect(yield* authorized(moderator.token, ref, "members:read", (by) => members.page(by, { limit: 0 }))).toEqual({
        total: 4,
        items: [],
        after: null
      })
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a user lists their own memberships", () =>
    Effect.gen(function*() {
      const access = yield* Access
      const keys = yield* Keys
      const members = yield* Members
      const { agenda, anyone, contributor, outsider } = yield* testAgenda
      const agendas = yield* makeAgendas([501, 502, 503])
      for (const { uid } of agendas) yield* members.add(uid, contributor.user.uid, "moderator")
      yield* (yield* Agendas).restore({ uid: 502, title: "Caché", private: true })
      const page = yield* members.agendasOf(contributor.token, { limit: 3 })
      const rest = yield* members.agendasOf(contributor.token, { limit: 3, after: page.after ?? 0 })
      expect([page.total, page.items.length, rest.total, rest.items.length, rest.after]).toEqual([4, 3, 4, 1, null])
      const all = [...page.items, ...rest.items]
      expect(all.map(({ uid }) => numberOf(uid)).toSorted((left, right) => left - right)).toEqual(
        [agenda.uid, 501, 502, 503].toSorted((left, right) => left - right)
      )
      expect(all.find(({ uid }) => uid === 502)).toMatchObject({
        title: "Caché",
        member: { userUid: contributor.user.uid, role: "moderator" }
      })
      const narrow = yield* keys.create({
        kind: "public",
        ownerUid: contributor.user.uid,
        agendaUids: [502],
        operations: null,
        expiresAt: null
      })
      const caller = yield* access.identify({ key: narrow.key, token: null })
      expect(yield* members.agendasOf(caller, { limit: 20 })).toMatchObject({ total: 1, items: [{ uid: 502 }], after: null })
      expect(yield* members.agendasOf(outsider.token, { limit: 20 })).toEqual({ total: 0, items: [], after: null })
      const fresh = yield* memberOf(503, "contributor", "fred")
      expect((yield* members.agendasOf(fresh.reader, { limit: 20 })).items).toMatchObject([{ uid: 503, title: "Agenda 503" }])
      for (const other of [anyone, operator]) expect(yield* failure(members.agendasOf(other, { limit: 20 }))).toBe("Forbidden")
      expect(yield* failure(members.agendasOf(contributor.token, { limit: 101 }))).toBe("Invalid")
    }).pipe(Effect.provide(testEngine)))
})
