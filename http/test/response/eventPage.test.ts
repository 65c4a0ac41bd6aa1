import type { EventList } from "@agenda-engine/core/contract/EventResult"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { renderList } from "@agenda-engine/core/services/event/RenderedLists"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import { eventPage } from "../../src/response/eventPage.js"

const pageOf = (events: EventList["events"]): EventList => ({
  total: events.length,
  events,
  after: ["1", "2"],
  sort: ["timings.asc"],
  facets: null,
  corrected: []
})

const textOf = (events: EventList["events"]): Effect.Effect<string, StoreError> =>
  Effect.map(
    eventPage({ detailed: true, size: 20 }, renderList(pageOf(events))),
    ({ body }) => body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
  )

describe("a page of events", () => {
  it.effect("is serialized as JSON, whatever the lengths of its events", () =>
    Effect.promise(() =>
      FastCheck.assert(
        FastCheck.asyncProperty(
          FastCheck.array(
            FastCheck.record({ title: FastCheck.fullUnicodeString(), length: FastCheck.constantFrom(0, 10, 3_000, 100_000) }),
            {
              maxLength: 60
            }
          ),
          async (drawn) => {
            const events = drawn.map(({ length, title }) => ({ title: { fr: title }, longDescription: "é".repeat(length) }))
            const { after, events: written, sort, total } = JSON.parse(await Effect.runPromise(textOf(events)))
            expect(written).toEqual(events)
            expect({ after, sort, total }).toEqual({ after: ["1", "2"], sort: "timings.asc", total: events.length })
          }
        ),
        { numRuns: 50 }
      )
    ))

  it.effect("is serialized in several turns of the event loop when its events are long", () =>
    Effect.gen(function*() {
      let turns = 0
      let isOver = false
      const count = (): void => {
        if (isOver) return
        turns++
        setImmediate(count)
      }
      setImmediate(count)
      const text = "a".repeat(3_000_000)
      yield* textOf(Array.from({ length: 20 }, (_, uid) => ({ uid, text })))
      isOver = true
      expect(turns).toBeGreaterThanOrEqual(3)
    }))

  it.effect("is serialized event by event, so that a long event has a slice of its own", () =>
    Effect.gen(function*() {
      const written: Array<number> = []
      const events = Array.from({ length: 60 }, (_, uid) => ({ uid, title: { fr: "" } }))
      const counted = events.map((event) =>
        Object.defineProperty(event, "toJSON", { value: (key: string) => written.push(key.length) && event.title })
      )
      yield* textOf(counted)
      // As an item of a list it would be written under its index.
      expect(new Set(written)).toEqual(new Set([0]))
    }))

  it.effect("large pages are limited in number at a time, small ones are not", () =>
    Effect.gen(function*() {
      let underWay = 0
      let most = 0
      const list = Effect.acquireUseRelease(
        Effect.sync(() => {
          most = Math.max(most, ++underWay)
        }),
        () => Effect.zipRight(Effect.yieldNow(), renderList(pageOf([]))),
        () =>
          Effect.sync(() => {
            underWay--
          })
      )
      const all = (detailed: boolean, size: number) => {
        most = 0
        return Effect.all(Array.from({ length: 50 }, () => eventPage({ detailed, size }, list)), { concurrency: "unbounded" })
      }
      for (const [detailed, size, expected] of [[true, 20, 50], [true, 21, 4], [false, 100, 50], [false, 101, 4]] as const) {
        yield* all(detailed, size)
        expect([detailed, size, most]).toEqual([detailed, size, expected])
      }
    }))
})
