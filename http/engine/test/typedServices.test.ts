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
