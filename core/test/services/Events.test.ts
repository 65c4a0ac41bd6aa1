import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import type { EventList } from "../../src/contract/EventResult.js"
import { rawBody } from "../../src/contract/RawBody.js"
import { type Caller, operator } from "../../src/domain/access/Credential.js"
import type { JsonObject } from "../../src/domain/text/Json.js"
import type { EventQuery } from "../../src/query/event/EventQuery.js"
import { Agendas } from "../../src/services/Agendas.js"
import { eventsAs } from "./access/callers.js"
import { bodyOf, draftOf, everything, testAgenda, testEngine } from "./testEngine.js"

const plain = { lang: null }

const uidOf = (event: JsonObject): number => typeof event.uid === "number" ? event.uid : Number.NaN
const byUid = (event: JsonObject) => ({ _tag: "Uid" as const, uid: uidOf(event) })

const listed = (caller: Caller, agendaUid: number, query: Partial<EventQuery> = {}) =>
  eventsAs(caller, { _tag: "Uid", uid: agendaUid }).list({ ...everything, ...query })

const syncOf = (caller: Caller, agendaUid: number) =>
  Effect.map(
    listed(caller, agendaUid, { removed: "with", sort: ["updatedAt.asc"] }),
    ({ events }) => events.map((event) => [event.uid, event.removed, event.updatedAt])
  )

const at = (iso: string) => TestClock.setTime(iso)

describe("Events", () => {
  it.scoped("creating an event returns it in the detailed form and lists it", () =>
    Effect.gen(function*() {
      yield* at("2030-01-01T00:00:00Z")
      const { administrator, agenda, anyone, ref } = yield* testAgenda
      const { event, outcome } = yield* eventsAs(administrator.token, ref).create(draftOf("Bal d'été"), plain)
      expect(outcome).toBe("created")
      expect(event).toMatchObject({
        slug: "bal-d-ete",
        title: { fr: "Bal d'été" },
        state: 2,
        featured: false,
        status: 1,
        attendanceMode: 2,
        timezone: "Europe/Paris",
        createdAt: "2030-01-01T00:00:00.000Z",
        updatedAt: "2030-01-01T00:00:00.000Z",
        nextTiming: { begin: "2030-06-01T18:00:00+02:00", end: "2030-06-01T20:00:00+02:00" }
      })
      const list = yield* listed(anyone, agenda.uid)
      expect(list.total).toBe(1)
      expect(list.after).toBeNull()
      expect(list.events.map(uidOf)).toEqual([uidOf(event)])
      expect(
        (yield* eventsAs(anyone, ref).get({ _tag: "Slug", slug: "bal-d-ete" })).event
      ).toMatchObject({ uid: uidOf(event) })
    }).pipe(Effect.provide(testEngine)))

  it.scoped("an invalid body is refused with all its faults and stores nothing", () =>
    Effect.gen(function*() {
      const { administrator, agenda, ref } = yield* testAgenda
      const refused = yield* Effect.flip(
        eventsAs(administrator.token, ref).create(rawBody({ timings: [], locationUid: 12, title: {} }), plain)
      )
      expect(refused._tag).toBe("Invalid")
      const codes = refused._tag === "Invalid"
        ? refused.issues.map(({ code, field }) => `${field}: ${code}`)
        : []
      expect(codes).toEqual(
        expect.arrayContaining(["title: required", "description: required", "timings: required", "locationUid: location.unknown"])
      )
      expect((yield* listed(administrator.token, agenda.uid, { filter: { state: [2, 1, 0, -1] } })).total).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a write that changes nothing leaves updatedAt and version as they are", () =>
    Effect.gen(function*() {
      yield* at("2030-01-01T00:00:00Z")
      const { administrator, ref } = yield* testAgenda
      const extId = { key: "feed", value: "1" }
      const first = yield* eventsAs(administrator.token, ref).upsert(extId, draftOf("Concert"), plain)
      yield* at("2030-01-02T00:00:00Z")
      const again = yield* eventsAs(administrator.token, ref).upsert(extId, draftOf("Concert"), plain)
      expect(again.outcome).toBe("unchanged")
      expect(again.event).toEqual(first.event)
      const back = yield* eventsAs(administrator.token, ref).replace(byUid(first.event), first.event, plain)
      expect(back.outcome).toBe("unchanged")
      const changed = yield* eventsAs(administrator.token, ref).patch(byUid(first.event), { status: 6 }, plain)
      expect(changed.outcome).toBe("updated")
      expect(changed.event).toMatchObject({
        status: 6,
        slug: "concert",
        updatedAt: "2030-01-02T00:00:00.000Z",
        timings: first.event.timings ?? null
      })
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a derived slug gets a number when it is taken, and a taken slug in the body is refused", () =>
    Effect.gen(function*() {
      const { administrator, ref } = yield* testAgenda
      const first = yield* eventsAs(administrator.token, ref).create(draftOf("Visite"), plain)
      const second = yield* eventsAs(administrator.token, ref).create(draftOf("Visite"), plain)
      expect(first.event.slug).toBe("visite")
      expect(second.event.slug).toMatch(/^visite-\d+$/)
      const refused = yield* Effect.flip(
        eventsAs(administrator.token, ref).create(draftOf("Autre", { slug: "visite" }), plain)
      )
      expect(refused._tag === "Invalid" && refused.issues).toMatchObject([{ code: "duplicate", field: "slug", origin: "visite" }])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("an unpublished event is visible to moderators only and NotFound for others", () =>
    Effect.gen(function*() {
      const { administrator, agenda, anyone, contributor, moderator, other, outsider, ref } = yield* testAgenda
      const { event } = yield* eventsAs(contributor.token, ref).create(draftOf("Brouillon"), plain)
      expect(event.state).toBe(0)
      for (const caller of [anyone, contributor.reader, other.token, outsider.reader]) {
        for (const ref_ of [byUid(event), { _tag: "Slug" as const, slug: "brouillon" }]) {
          const hidden = yield* Effect.flip(eventsAs(caller, ref).get(ref_))
          const never = yield* Effect.flip(eventsAs(caller, ref).get({ _tag: "Uid", uid: 5 }))
          expect([hidden._tag, hidden.message]).toEqual([never._tag, never.message])
        }
        expect((yield* listed(caller, agenda.uid)).total).toBe(0)
        expect((yield* listed(caller, agenda.uid, { removed: "with" })).total).toBe(0)
        expect((yield* Effect.flip(listed(caller, agenda.uid, { filter: { state: [2, 0] } })))._tag).toBe("Forbidden")
      }
      for (const caller of [administrator.token, administrator.reader, moderator.token, moderator.reader]) {
        expect((yield* listed(caller, agenda.uid, { filter: { state: [0] } })).events.map(uidOf)).toEqual([uidOf(event)])
        expect((yield* listed(caller, agenda.uid)).total).toBe(0)
        const { event: shown } = yield* eventsAs(caller, ref).get(byUid(event))
        expect("member" in shown).toBe(caller !== administrator.reader && caller !== moderator.reader)
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("contributors change only their own events", () =>
    Effect.gen(function*() {
      const { administrator, contributor, moderator, other, outsider, ref } = yield* testAgenda
      const draft = (yield* eventsAs(contributor.token, ref).create(draftOf("Le mien"), plain)).event
      const open = (yield* eventsAs(administrator.token, ref).create(draftOf("Le leur"), plain)).event
      const patch = (caller: Caller, event: JsonObject) => eventsAs(caller, ref).patch(byUid(event), { status: 4 }, plain)
      expect((yield* patch(contributor.token, draft)).event.status).toBe(4)
      expect((yield* Effect.flip(patch(other.token, draft)))._tag).toBe("NotFound")
      expect((yield* Effect.flip(patch(outsider.token, draft)))._tag).toBe("NotFound")
      expect((yield* Effect.flip(patch(contributor.token, open)))._tag).toBe("Forbidden")
      expect((yield* Effect.flip(patch(outsider.token, open)))._tag).toBe("Forbidden")
      expect((yield* Effect.flip(patch(administrator.reader, open)))._tag).toBe("Unauthorized")
      expect(
        (yield* Effect.flip(eventsAs(outsider.token, ref).create(draftOf("Non"), plain)))._tag
      )
        .toBe("Forbidden")
      expect((yield* Effect.flip(eventsAs(other.token, ref).remove(byUid(draft))))._tag).toBe(
        "NotFound"
      )
      expect(uidOf(yield* eventsAs(contributor.token, ref).remove(byUid(draft)))).toBe(uidOf(draft))
      expect(uidOf(yield* eventsAs(moderator.token, ref).remove(byUid(open)))).toBe(uidOf(open))
    }).pipe(Effect.provide(testEngine)))

  it.scoped("each audience lists the tombstones of the events it could see and no others", () =>
    Effect.gen(function*() {
      const { administrator, agenda, anyone, ref } = yield* testAgenda
      const create = (title: string, state: number) =>
        Effect.map(
          eventsAs(administrator.token, ref).create(draftOf(title, { state }), plain),
          ({ event }) => event
        )
      const setState = (event: JsonObject, state: number) =>
        eventsAs(administrator.token, ref).patch(byUid(event), rawBody({ state }), plain)
      yield* at("2030-01-01T00:00:01Z")
      const shown = yield* create("Publié", 2)
      const hidden = yield* create("Jamais", 0)
      yield* at("2030-01-01T00:00:02Z")
      yield* setState(shown, 0)
      yield* at("2030-01-01T00:00:03Z")
      yield* eventsAs(administrator.token, ref).patch(byUid(shown), { status: 6 }, plain)
      expect(yield* syncOf(anyone, agenda.uid)).toEqual([[shown.uid, true, "2030-01-01T00:00:02.000Z"]])
      yield* at("2030-01-01T00:00:04Z")
      yield* setState(shown, 2)
      expect(yield* syncOf(anyone, agenda.uid)).toEqual([[shown.uid, false, "2030-01-01T00:00:04.000Z"]])
      yield* at("2030-01-01T00:00:05Z")
      yield* eventsAs(administrator.token, ref).remove(byUid(hidden))
      expect(yield* syncOf(anyone, agenda.uid)).toEqual([[shown.uid, false, "2030-01-01T00:00:04.000Z"]])
      expect(yield* syncOf(administrator.token, agenda.uid)).toEqual([[shown.uid, false, "2030-01-01T00:00:04.000Z"]])
      expect((yield* listed(administrator.token, agenda.uid, { removed: "only", filter: { state: [2, 1, 0, -1] } })).events).toEqual([
        { uid: hidden.uid, removed: true, updatedAt: "2030-01-01T00:00:05.000Z" }
      ])
      yield* at("2030-01-01T00:00:06Z")
      yield* eventsAs(administrator.token, ref).remove(byUid(shown))
      expect(yield* syncOf(anyone, agenda.uid)).toEqual([[shown.uid, true, "2030-01-01T00:00:06.000Z"]])
      expect((yield* listed(anyone, agenda.uid)).total).toBe(0)
      expect((yield* listed(anyone, agenda.uid, { removed: "only" })).events).toEqual([
        { uid: shown.uid, removed: true, updatedAt: "2030-01-01T00:00:06.000Z" }
      ])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("updatedAt never decreases, even when the clock is set back", () =>
    Effect.gen(function*() {
      const { administrator, agenda, anyone, ref } = yield* testAgenda
      yield* at("2030-01-01T00:00:10Z")
      yield* eventsAs(administrator.token, ref).create(draftOf("Un"), plain)
      yield* at("2030-01-01T00:00:05Z")
      const { event } = yield* eventsAs(administrator.token, ref).create(draftOf("Deux"), plain)
      expect(event.updatedAt).toBe("2030-01-01T00:00:10.001Z")
      yield* eventsAs(administrator.token, ref).remove(byUid(event))
      const third = yield* eventsAs(administrator.token, ref).create(draftOf("Trois"), plain)
      expect(third.event.updatedAt).toBe("2030-01-01T00:00:10.003Z")
      expect((yield* syncOf(anyone, agenda.uid)).map(([, , updatedAt]) => updatedAt)).toEqual([
        "2030-01-01T00:00:10.000Z",
        "2030-01-01T00:00:10.002Z",
        "2030-01-01T00:00:10.003Z"
      ])
      // Once the clock has caught up, changes in one millisecond share an instant again.
      yield* at("2030-01-01T00:00:11Z")
      for (const title of ["Quatre", "Cinq"]) {
        const { event } = yield* eventsAs(administrator.token, ref).create(draftOf(title), plain)
        expect(event.updatedAt).toBe("2030-01-01T00:00:11.000Z")
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a cursor made before the clock was set back stays valid", () =>
    Effect.gen(function*() {
      const { administrator, agenda, anyone, ref } = yield* testAgenda
      yield* at("2030-01-02T00:00:00Z")
      const created = yield* Effect.forEach(["Un", "Deux", "Trois"], (title) =>
        Effect.map(
          eventsAs(administrator.token, ref).create(draftOf(title), plain),
          ({ event }) => uidOf(event)
        ))
      const first = yield* listed(anyone, agenda.uid, { size: 1 })
      yield* at("2030-01-01T00:00:00Z")
      const rest = yield* listed(anyone, agenda.uid, { start: { _tag: "After", cursor: first.after ?? [] } })
      expect([...first.events, ...rest.events].map(uidOf)).toEqual(created.toSorted((left, right) => left - right))
    }).pipe(Effect.provide(testEngine)))

  it.scoped("all pages of a walk have the order of its first page while events begin and end", () =>
    Effect.gen(function*() {
      const { administrator, agenda, anyone, ref } = yield* testAgenda
      for (let hour = 0; hour < 10; hour++) {
        const timings = [{ begin: `2030-06-01T0${hour}:00:00Z`, end: `2030-06-01T0${hour}:45:00Z` }]
        yield* eventsAs(administrator.token, ref).create(draftOf(`À ${hour} h`, { timings, featured: hour % 3 === 0 }), plain)
      }
      for (const sort of ["timingsWithFeatured.asc", "timings.asc", "lastTimingWithFeatured.asc", "lastTiming.asc"] as const) {
        yield* at("2030-06-01T04:30:00Z")
        const whole = (yield* listed(anyone, agenda.uid, { sort: [sort] })).events.map(uidOf)
        const walked: Array<number> = []
        let after: ReadonlyArray<string> | null = []
        let hour = 4
        while (after !== null) {
          const start: EventQuery["start"] = after.length === 0 ? { _tag: "First" } : { _tag: "After", cursor: after }
          const page: EventList = yield* listed(anyone, agenda.uid, { sort: [sort], size: 3, start })
          expect(page.total).toBe(10)
          walked.push(...page.events.map(uidOf))
          after = page.after
          hour += 2
          yield* at(`2030-06-01T${String(hour).padStart(2, "0")}:30:00Z`)
        }
        expect(walked, sort).toEqual(whole)
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("the uid, slug and instants of an import line apply to a new event only", () =>
    Effect.gen(function*() {
      yield* at("2030-01-01T00:00:00Z")
      const { administrator, contributor, ref } = yield* testAgenda
      const line = { uid: 4242, slug: "ancien", createdAt: 1_000, updatedAt: 2_000, extId: { key: "old", value: "9" } }
      const made = yield* eventsAs(operator, ref).restore(line, bodyOf("Repris"))
      expect((yield* eventsAs(operator, ref).get({ _tag: "Uid", uid: made.uid })).event).toMatchObject(
        {
          uid: 4242,
          slug: "ancien",
          createdAt: "1970-01-01T00:00:01.000Z",
          updatedAt: "1970-01-01T00:00:02.000Z",
          extIds: [{ key: "old", value: "9" }]
        }
      )
      expect((yield* eventsAs(administrator.token, ref).restore(line, bodyOf("Repris"))).outcome)
        .toBe("unchanged")
      const other = yield* eventsAs(operator, ref).restore({ ...line, extId: { key: "old", value: "10" } }, bodyOf("Repris"))
      expect(other.outcome).toBe("created")
      expect(other.uid).not.toBe(4242)
      expect(
        (yield* eventsAs(operator, ref).get({ _tag: "Uid", uid: other.uid })).event.slug
      ).toMatch(/^ancien-\d+$/)
      expect(
        (yield* Effect.flip(eventsAs(contributor.token, ref).restore(line, bodyOf("Non"))))._tag
      ).toBe("Forbidden")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("concurrent upserts of one identifier create one event", () =>
    Effect.gen(function*() {
      const { administrator, agenda, anyone, ref } = yield* testAgenda
      const extId = { key: "feed", value: "race" }
      const answers = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => index),
        () => eventsAs(administrator.token, ref).upsert(extId, draftOf("Course"), plain),
        { concurrency: "unbounded" }
      )
      expect(new Set(answers.map(({ event }) => uidOf(event))).size).toBe(1)
      expect(answers.filter(({ outcome }) => outcome === "created")).toHaveLength(1)
      expect((yield* listed(anyone, agenda.uid)).total).toBe(1)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("external identifiers in paths and filters are normalized like those in bodies", () =>
    Effect.gen(function*() {
      const { administrator, ref } = yield* testAgenda
      const decomposed = { key: "feed", value: "e\u0301te\u0301\u0000 " }
      const { event } = yield* eventsAs(administrator.token, ref).upsert(decomposed, draftOf("Été"), plain)
      expect(event.extIds).toEqual([{ key: "feed", value: "été" }])
      for (const value of [decomposed.value, "été", " été"]) {
        expect(uidOf(
          (yield* eventsAs(administrator.token, ref).get({ _tag: "ExtId", key: "feed", value })).event
        )).toBe(uidOf(event))
      }
      expect(
        (yield* eventsAs(administrator.token, ref).upsert(decomposed, draftOf("Été"), plain)).outcome
      ).toBe("unchanged")
      for (const value of ["\u0000", "", "x".repeat(256)]) {
        const refused = yield* Effect.flip(eventsAs(administrator.token, ref).upsert({ key: "feed", value }, draftOf("Non"), plain))
        expect(refused._tag).toBe("Invalid")
      }
    }).pipe(Effect.provide(testEngine)))

  it.scoped("an import line without extId is refused when its uid belongs to another agenda", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const { agenda, ref } = yield* testAgenda
      const elsewhere = yield* agendas.create({ title: "Ailleurs" })
      yield* eventsAs(operator, { _tag: "Uid", uid: elsewhere.uid }).restore({ uid: 4242 }, bodyOf("Là-bas"))
      const refused = yield* Effect.flip(eventsAs(operator, ref).restore({ uid: 4242 }, bodyOf("Ici")))
      expect(refused._tag === "Invalid" && refused.issues).toMatchObject([{ code: "duplicate", field: "uid", origin: 4242 }])
      expect((yield* listed(operator, agenda.uid, { removed: "with" })).total).toBe(0)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("restoring a removed event brings back its uid and removes its tombstones", () =>
    Effect.gen(function*() {
      const { administrator, agenda, anyone, ref } = yield* testAgenda
      yield* eventsAs(operator, ref).restore({ uid: 77 }, bodyOf("Revenant"))
      yield* eventsAs(operator, ref).remove({ _tag: "Uid", uid: 77 })
      expect((yield* syncOf(anyone, agenda.uid)).map(([uid, removed]) => [uid, removed])).toEqual([[77, true]])
      expect((yield* eventsAs(operator, ref).restore({ uid: 77 }, bodyOf("Revenant"))).outcome).toBe(
        "created"
      )
      for (const caller of [anyone, administrator.token]) {
        expect((yield* syncOf(caller, agenda.uid)).map(([uid, removed]) => [uid, removed])).toEqual([[77, false]])
      }
    }).pipe(Effect.provide(testEngine)))
})
