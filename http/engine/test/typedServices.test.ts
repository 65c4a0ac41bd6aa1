import type { Event, EventItem, ViewedEvent } from "@agenda-engine/core/contract/EventAnswer"
import { operator } from "@agenda-engine/core/domain/access/Credential"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { describe, expect, expectTypeOf, it } from "vitest"
import { createAgendaEngine } from "../src/createAgendaEngine.js"
import { body } from "./listening.js"

interface Hall {
  readonly places?: number
}

it("events with promises have the types of the query and of additional fields", async () => {
  const engine = createAgendaEngine({ database: "memory" })
  const { access, agendas, events } = engine.services
  try {
    const schema = { fields: [{ field: "places", fieldType: "integer", label: { en: "Places" } }] }
    const { uid } = await agendas.create({ title: "Hall", schema })
    const writer = await access.authorize(operator, { _tag: "Uid", uid }, "events:write")
    const reader = await access.authorize(operator, { _tag: "Uid", uid }, "events:read")
    const { event } = await events.create<Hall>(writer, { ...body, attendanceMode: 2, state: 2, places: 12 })
    expectTypeOf(event).toEqualTypeOf<Event<Hall>>()
    expect(event.places).toBe(12)
    const ref = { _tag: "Uid", uid: event.uid } as const
    expect((await events.patch<Hall>(writer, ref, { places: 13 })).event.places).toBe(13)
    const read = await events.get<Hall>(reader, ref)
    expectTypeOf(read.event).toEqualTypeOf<Event<Hall>>()
    const items = await events.list(reader, EventQuery.make())
    expectTypeOf(items.events).toEqualTypeOf<ReadonlyArray<EventItem>>()
    expect(items.events[0]?.title.en).toBe("Concert")
    const large = await events.list(reader, EventQuery.make<Hall>({ fields: { places: { gte: 13 } }, detailed: true }))
    expectTypeOf(large.events).toEqualTypeOf<ReadonlyArray<Event<Hall>>>()
    expect(large.events[0]?.places).toBe(13)
    const english = await events.list(reader, EventQuery.make({ monolingual: "en" }))
    expectTypeOf(english.events).toEqualTypeOf<ReadonlyArray<ViewedEvent>>()
    const streamed = events.stream(reader, EventQuery.make({ detailed: true }))
    expectTypeOf(streamed).toEqualTypeOf<AsyncIterable<Event>>()
  } finally {
    await engine.close()
  }
})

it("an optional member of options, queries and drafts that is undefined counts as absent", async () => {
  const none = undefined
  const engine = createAgendaEngine({ database: "memory" })
  const { access, agendas, events, invitations, locations, locationSets, networks, users } = engine.services
  const draft = { uid: none, slug: none, description: none, image: none, url: none, official: none, private: none, indexed: none }
  const network = await networks.create({ title: "Towns", uid: none, schema: none, synonyms: none })
  const set = await locationSets.create({ title: "Halls", uid: none })
  const created = { ...draft, networkUid: network.uid, locationSetUid: set.uid, settings: none, schema: none, ownerUid: none }
  const { uid } = await agendas.create({ title: "Town", ...created })
  const kept = await agendas.update(uid, { ...draft, title: none, networkUid: none, locationSetUid: none, settings: none, schema: none })
  expect(kept).toMatchObject({ uid, title: "Town", slug: "town", indexed: true, networkUid: network.uid, locationSetUid: set.uid })

  const mine = engine.as({ userId: "ada", roles: { "*": "administrator" } })
  const { event } = await mine.events.create(uid, { ...body, state: 2 }, { expected: none, keep: none, lang: none, files: none })
  const filters = {
    search: none,
    keyword: none,
    timings: none,
    age: none,
    createdAt: { gte: none, lte: none },
    fields: { places: none },
    none
  }
  const page = { sort: none, start: none, size: none, includeSort: none, facets: none, detailed: none, monolingual: none }
  const query = EventQuery.make({
    ...filters,
    ...page,
    includeLabels: none,
    includeFields: none,
    removed: none,
    longDescriptionFormat: none
  })
  expect(await mine.events.list(uid, query)).toEqual(await mine.events.list(uid, EventQuery.make()))
  const items = await mine.events.list(uid, EventQuery.make({ detailed: none, search: none }))
  expectTypeOf(items.events).toEqualTypeOf<ReadonlyArray<EventItem>>()
  expect(items.events.map((item) => item.uid)).toEqual([event.uid])
  const view = { detailed: true, monolingual: none, includeLabels: none, fields: none, explain: none } as const
  expectTypeOf((await mine.events.get(uid, { _tag: "Uid", uid: event.uid }, view)).event).toEqualTypeOf<Event>()
  const facet = { type: "cities", key: "cities", size: 5, field: none, asked: none, missing: none, interval: none, zoom: none } as const
  expect(await mine.events.list(uid, EventQuery.make({ facets: [{ ...facet, timezone: none }] }))).toMatchObject({ total: 1 })

  const hall = { name: "Hall", address: "1 Main Street", countryCode: "FR", latitude: 48.85, longitude: 2.35 }
  const { location } = await mine.locations.create(uid, hall, { expects: none, keep: none, lang: none, image: none })
  const restored = { setUid: none, slug: none, position: { geocoding: none, timezoneFound: none } }
  await locations.restore(uid, location.uid, hall)
  expect(await locations.restore(uid, location.uid, hall, restored)).toBe("unchanged")
  const located = { search: none, state: none, createdAt: none, updatedAt: none, after: none, from: 0, size: 5, detailed: false }
  const byName = { key: "name", direction: "asc" } as const
  expect(await mine.locations.list(uid, { ...located, sort: byName })).toMatchObject({ total: 1 })

  const searched = { uid: none, slug: none, official: none, network: none, locationSet: none, updatedAt: none, search: none, sort: none }
  expect(await mine.agendas.search({ ...searched, after: none, size: 5, fields: none })).toMatchObject({ total: 1 })
  expect(await mine.agendas.get(uid, { detailed: false, fields: none })).toMatchObject({ title: "Town" })
  expect(await mine.members.agendasOf({ after: none, from: none, limit: 5 })).toEqual(await mine.members.agendasOf({ limit: 5 }))
  expect(await mine.members.page(uid, { after: none, limit: 5 })).toEqual(await mine.members.page(uid, { limit: 5 }))
  const { users: [user] } = await users.page({ after: none, limit: 1 })
  if (user !== undefined) expect(await users.change(user.uid, { email: none, name: none })).toEqual(user)

  const writer = await access.authorize(operator, { _tag: "Uid", uid }, "events:write")
  const old = { uid: none, extId: none, slug: none, createdAt: none, updatedAt: none, availabilityUpdatedAt: none }
  const line = { ...old, retiredSlotIds: none, availability: none, timezoneNamed: none }
  expect(await events.restore(writer, line, JSON.parse(JSON.stringify(body)))).toMatchObject({ outcome: "created" })
  const inviter = await access.authorize(operator, { _tag: "Uid", uid }, "members:write")
  await expect(invitations.invite(inviter, null, { keep: none })).rejects.toMatchObject({ _tag: "Invalid" })
  await engine.close()
})

describe("a stream of events", () => {
  it("yields every event of every page, ends with a loop, and throws typed errors", async () => {
    const engine = createAgendaEngine({ database: "memory" })
    const { access, agendas, events, removals } = engine.services
    const { uid } = await agendas.create({ title: "Hall" })
    const writer = await access.authorize(operator, { _tag: "Uid", uid }, "events:write")
    const reader = await access.authorize(operator, { _tag: "Uid", uid }, "events:read")
    for (const [index, title] of ["One", "Two", "Three"].entries()) {
      const timings = [{ begin: `2031-06-0${index + 1}T18:00:00Z`, end: `2031-06-0${index + 1}T20:00:00Z` }]
      await events.create(writer, { ...body, timings, title: { en: title }, state: 2 })
    }
    const query = EventQuery.make({ sort: "timings.asc", size: 2 })
    const titles = async (most: number) => {
      const seen: Array<string | undefined> = []
      for await (const { title } of events.stream(reader, query)) {
        seen.push(title.en)
        if (seen.length === most) break
      }
      return seen
    }
    expect(await titles(9)).toEqual(["One", "Two", "Three"])
    expect(await titles(1)).toEqual(["One"])
    const paused = events.stream(reader, query)[Symbol.asyncIterator]()
    await paused.next()
    await paused.next()
    await removals.agenda(uid)
    await expect(paused.next()).rejects.toMatchObject({ _tag: "NotFound" })
    await engine.close()
    await expect(titles(1)).rejects.toMatchObject({ _tag: "StoreError", reason: "Unavailable" })
  })
})
