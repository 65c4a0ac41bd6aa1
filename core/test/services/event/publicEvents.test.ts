import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { CurrentLimits, defaultLimits } from "../../../src/domain/Limits.js"
import type { EventQuery } from "../../../src/query/event/EventQuery.js"
import { Events } from "../../../src/services/Events.js"
import { instantOf } from "../../instantOf.js"
import { eventsAs } from "../access/callers.js"
import { draftOf, everything, testAgenda, testEngine } from "../testEngine.js"

const day = (date: string) => ({ timings: [{ begin: `${date}T10:00:00Z`, end: `${date}T12:00:00Z` }] })

const populated = Effect.gen(function*() {
  const agenda = yield* testAgenda
  const events = yield* Events
  for (const [title, date] of [["old", "2030-05-01"], ["late", "2030-05-31"], ["next", "2030-06-20"]] as const) {
    yield* eventsAs(agenda.moderator.token, agenda.ref).create(draftOf(title, day(date)), { lang: null })
  }
  const titles = (query: Partial<EventQuery> = {}) =>
    Effect.map(events.listPublic(agenda.anyone, { ...everything, ...query }), (page) => page.events.map(({ title }) => title))
  return { titles, agenda, events }
})

describe("the list across agendas", () => {
  it.effect("the list across agendas omits events that ended before the configured past, as of the first page", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(instantOf("2030-06-10T12:00:00Z"))
      const { agenda, events, titles } = yield* populated
      const within = (days: number | null) =>
        Effect.provideService(titles(), CurrentLimits, { ...defaultLimits, publicPast_days_max: days })
      expect(yield* within(null)).toEqual([{ fr: "next" }, { fr: "late" }, { fr: "old" }])
      expect(yield* within(30)).toEqual([{ fr: "next" }, { fr: "late" }])
      expect(yield* within(10)).toEqual([{ fr: "next" }, { fr: "late" }])
      expect(yield* within(9)).toEqual([{ fr: "next" }])

      const limits = { ...defaultLimits, publicPast_days_max: 10 }
      const page = (query: Partial<EventQuery>) =>
        Effect.provideService(events.listPublic(agenda.anyone, { ...everything, size: 1, ...query }), CurrentLimits, limits)
      const first = yield* page({})
      yield* TestClock.adjust("1 day")
      const second = yield* page({ start: { _tag: "After", cursor: first.after ?? [] } })
      expect(second.events.map(({ title }) => title)).toEqual([{ fr: "late" }])
      expect(second.total).toBe(2)
      expect((yield* page({ size: 300 })).total).toBe(1)
    }).pipe(Effect.provide(testEngine)))

  it.effect("the calendar facet counts the days of the first page's month on later pages", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(instantOf("2030-06-30T21:59:59.999Z"))
      const { agenda, events } = yield* populated
      const facets = [{ type: "eventsByDateRanges", key: "days", size: 10 }] as const
      const page = (query: Partial<EventQuery>) => events.listPublic(agenda.anyone, { ...everything, facets, size: 1, ...query })
      const first = yield* page({})
      expect(first.facets?.["days"]).toHaveLength(30)
      expect(first.facets?.["days"]).toEqual(expect.arrayContaining([{ key: "2030-06-20", eventCount: 1 }]))
      yield* TestClock.adjust("1 millis")
      expect((yield* page({ start: { _tag: "After", cursor: first.after ?? [] } })).facets).toEqual(first.facets)
      expect((yield* page({})).facets?.["days"]).toHaveLength(31)
    }).pipe(Effect.provide(testEngine)))
})
