import { describe, expect, expectTypeOf, it } from "@effect/vitest"
import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { type Event, type EventItem, ItemEvent, type ViewedEvent, WholeEvent } from "../../../src/contract/EventAnswer.js"
import type { EventDraft, EventPatch } from "../../../src/contract/EventDraft.js"
import { LocationAnswer } from "../../../src/contract/LocationAnswer.js"
import { operator } from "../../../src/domain/access/Credential.js"
import type { Json } from "../../../src/domain/text/Json.js"
import { EventQuery } from "../../../src/query/event/EventQuery.js"
import { authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { Events } from "../../../src/services/Events.js"
import { Locations } from "../../../src/services/Locations.js"
import { Members } from "../../../src/services/Members.js"
import { testAgenda, testEngine } from "../testEngine.js"

const concert: EventDraft = {
  title: { en: "Concert" },
  description: { en: "Brass on a barge" },
  attendanceMode: 2,
  onlineAccessLink: "https://live.example/concert",
  timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
}

const whole = Schema.validateSync(WholeEvent, { onExcessProperty: "error" })
const item = Schema.validateSync(ItemEvent, { onExcessProperty: "error" })

describe("typed services", () => {
  it.effect("events have the members of their types", () =>
    Effect.gen(function*() {
      const events = yield* Events
      const { administrator, ref } = yield* testAgenda
      const location = yield* authorized(operator, ref, "locations:write", (by) =>
        Effect.flatMap(Locations, (locations) =>
          locations.create(by, { name: "Quay", address: "1 quay", countryCode: "FR" })))
      Schema.validateSync(LocationAnswer, { onExcessProperty: "error" })(location.location)
      const { event } = yield* authorized(administrator.token, ref, "events:write", (by) =>
        events.create(by, {
          ...concert,
          attendanceMode: 3,
          locationUid: location.location.uid,
          longDescription: { en: "https://www.youtube.com/watch?v=abcdefghijk" },
          offers: [{ provider: "weezevent", currency: "EUR", tiers: [{ label: { en: "Full" }, priceCents: 500 }] }]
        }))
      expectTypeOf(event.title.en).toEqualTypeOf<string | undefined>()
      expectTypeOf(event.uid).toEqualTypeOf<number>()
      expect(event.title.en).toBe("Concert")
      whole(event)
      const read = yield* authorized(administrator.token, ref, "events:read", (by) =>
        events.get(by, { _tag: "Uid", uid: event.uid }))
      expectTypeOf(read.event).toEqualTypeOf<Event>()
      whole(read.event)
      const items = yield* authorized(operator, ref, "events:read", (by) =>
        events.list(by, EventQuery.make({ search: "concert" })))
      expectTypeOf(items.events).toEqualTypeOf<ReadonlyArray<EventItem>>()
      expect(items.events.map((shown) => item(shown))).toHaveLength(1)
      const detailed = yield* authorized(operator, ref, "events:read", (by) => events.list(by, EventQuery.make({ detailed: true })))
      expectTypeOf(detailed.events).toEqualTypeOf<ReadonlyArray<Event>>()
      expect(detailed.events.map((shown) => whole(shown))).toHaveLength(1)
      const english = yield* authorized(operator, ref, "events:read", (by) => events.list(by, EventQuery.make({ monolingual: "en" })))
      expectTypeOf(english.events).toEqualTypeOf<ReadonlyArray<ViewedEvent>>()
      expect(english.events).toMatchObject([{ title: "Concert" }])
    }).pipe(Effect.provide(testEngine)))

  it.effect("additional fields are a type argument", () =>
    Effect.gen(function*() {
      const events = yield* Events
      const agenda = yield* Effect.flatMap(Agendas, (agendas) =>
        agendas.create({ title: "Les Halles", schema: { fields: [{ field: "places", fieldType: "integer", label: { en: "Places" } }] } }))
      const ref = { _tag: "Uid", uid: agenda.uid } as const
      const { event } = yield* authorized(operator, ref, "events:write", (by) =>
        events.create<{ readonly places: number }>(by, { ...concert, places: 12 }))
      expectTypeOf(event.places).toEqualTypeOf<number>()
      expect(event.places).toBe(12)
    }).pipe(Effect.provide(testEngine)))

  it("drafts have the fields of events and no other", () => {
    expectTypeOf<"titel">().not.toExtend<keyof EventDraft>()
    expectTypeOf<"title" | "conditions" | "keywords" | "image">().toExtend<keyof EventDraft>()
    expectTypeOf<{ readonly title: string }>().not.toExtend<EventDraft>()
    expectTypeOf<{ readonly title: string }>().toExtend<EventPatch>()
    expectTypeOf<Json>().not.toExtend<EventDraft>()
    expectTypeOf<"serach">().not.toExtend<keyof NonNullable<Parameters<typeof EventQuery.make>[0]>>()
  })
})

describe("EventQuery.make", () => {
  it("gives every member its default", () => {
    expect(EventQuery.make()).toEqual({
      filter: {},
      removed: "without",
      sort: [],
      start: { _tag: "First" },
      size: 20,
      includeSort: false,
      facets: [],
      detailed: false
    })
  })

  it("takes one value or several of a filter, and instants as numbers or ISO 8601", () => {
    const { filter, size, sort } = EventQuery.make({
      search: "jazz",
      keyword: ["a", "b"],
      mine: true,
      timings: { gte: "2030-06-01", lte: 1_900_000_000_000 },
      updatedAt: [{ gte: "2030-06-01T12:00:00+02:00" }],
      age: { gte: 6 },
      sort: "updatedAt.asc",
      size: 5
    })
    expect({ filter, size, sort }).toEqual({
      filter: {
        search: ["jazz"],
        keyword: ["a", "b"],
        mine: true,
        timings: [{ gte: 1_906_502_400_000, lte: 1_900_000_000_000 }],
        updatedAt: [{ gte: 1_906_538_400_000, lte: null }],
        age: [{ gte: 6, lte: null }]
      },
      size: 5,
      sort: ["updatedAt.asc"]
    })
  })

  it("takes values and ranges of additional fields", () => {
    const { filter } = EventQuery.make({
      fields: { genres: [1, 2], open: true, places: { gte: 50 }, day: { lte: "today", tz: "Europe/Paris" } }
    })
    expect(filter.fields).toEqual({
      genres: { values: ["1", "2"], ranges: [], others: [] },
      open: { values: ["true"], ranges: [], others: [] },
      places: { values: [], ranges: [{ gte: "50", lte: null }], others: [] },
      day: { values: [], ranges: [{ gte: null, lte: "today", tz: "Europe/Paris" }], others: [] }
    })
  })

  it.effect.each(
    [
      ["size", { size: -1 }],
      ["size", { size: 1.5 }],
      ["size", { size: Number.NaN }],
      ["from", { start: { _tag: "From", skip: -1 } }],
      ["uid", { uid: 1.5 }],
      ["locationUid", { locationUid: [7, Number.NaN] }],
      ["age[gte]", { age: { gte: Number.POSITIVE_INFINITY } }],
      ["timings[gte]", { timings: { gte: 1e300 } }],
      ["updatedAt[lte]", { updatedAt: { lte: 0.5 } }]
    ] as const
  )("is refused with %s for %o", ([field, options]) =>
    Effect.gen(function*() {
      const { ref } = yield* testAgenda
      const refused = yield* Effect.flip(
        authorized(operator, ref, "events:read", (by) => Effect.flatMap(Events, (events) => events.list(by, EventQuery.make(options))))
      )
      expect(refused).toMatchObject({ _tag: "Invalid", issues: [{ code: "parameter.invalid", field }] })
    }).pipe(Effect.provide(testEngine)))

  it.effect("is refused by the service where an instant or a path cannot be read", () =>
    Effect.gen(function*() {
      const { ref } = yield* testAgenda
      const query = EventQuery.make({ timings: { gte: "2030-13-01", lte: "today" }, includeFields: ["title.fr", "title.colour"] })
      const refused = yield* Effect.flip(
        authorized(operator, ref, "events:read", (by) => Effect.flatMap(Events, (events) => events.list(by, query)))
      )
      expect(refused).toMatchObject({
        _tag: "Invalid",
        issues: expect.arrayContaining([
          expect.objectContaining({ code: "parameter.invalid", field: "timings[gte]", origin: "2030-13-01" }),
          expect.objectContaining({ code: "parameter.invalid", field: "timings[lte]", origin: "today" }),
          expect.objectContaining({ code: "parameter.invalid", field: "includeFields", origin: "title.colour" })
        ])
      })
    }).pipe(Effect.provide(testEngine)))
})

describe("Events.stream", () => {
  const filled = Effect.gen(function*() {
    const made = yield* testAgenda
    const events = yield* Events
    yield* Effect.forEach(
      ["a", "b", "c", "d", "e"],
      (title) => authorized(operator, made.ref, "events:write", (by) => events.create(by, { ...concert, title: { en: title }, state: 2 }))
    )
    return { ...made, events }
  })

  it.effect("emits every event once, over several pages, with the order of the list", () =>
    Effect.gen(function*() {
      const { events, ref } = yield* filled
      const query = EventQuery.make({ size: 2, sort: "updatedAt.asc" })
      const streamed = yield* authorized(operator, ref, "events:read", (by) => Stream.runCollect(events.stream(by, query)))
      const listed = yield* authorized(operator, ref, "events:read", (by) => events.list(by, { ...query, size: 300 }))
      expect(Chunk.toReadonlyArray(streamed)).toEqual(listed.events)
      expect(listed.total).toBe(5)
    }).pipe(Effect.provide(testEngine)))

  it.effect("fails at the next page when the caller loses the right to read", () =>
    Effect.gen(function*() {
      const { agenda, events, moderator, ref } = yield* filled
      const agendas = yield* Agendas
      const members = yield* Members
      yield* agendas.update(agenda.uid, { private: true })
      const seen: Array<number> = []
      const failure = yield* Effect.flip(authorized(moderator.token, ref, "events:read", (by) =>
        events.stream(by, EventQuery.make({ size: 2 })).pipe(Stream.runForEach(({ uid }) => {
          seen.push(uid)
          return seen.length === 2 ? members.remove(agenda.uid, moderator.user.uid) : Effect.void
        }))))
      expect(failure._tag).toBe("Forbidden")
      expect(seen).toHaveLength(2)
    }).pipe(Effect.provide(testEngine)))
})
