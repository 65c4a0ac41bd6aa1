import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { operator } from "../../../src/domain/access/Credential.js"
import type { EventState } from "../../../src/domain/event/Event.js"
import { authorized } from "../../../src/services/Access.js"
import { PublishedEvents } from "../../../src/services/PublishedEvents.js"
import { eventsAs } from "../access/callers.js"
import { draftOf, everything, testAgenda, testEngine } from "../testEngine.js"

it.scoped("a published event has the instant of its first publication, a draft none", () =>
  Effect.gen(function*() {
    yield* TestClock.setTime("2030-01-01T00:00:00Z")
    const { ref } = yield* testAgenda
    const publications = yield* PublishedEvents
    const { event } = yield* eventsAs(operator, ref).create(draftOf("Concert", { state: 0 }), { lang: null })
    const named = { _tag: "Uid", uid: event.uid } as const
    const move = (state: EventState) =>
      Effect.zipRight(
        TestClock.adjust("1 day"),
        eventsAs(operator, ref).patch(named, { state }, { lang: null })
      )
    const published = authorized(operator, ref, "events:read", (by) =>
      Effect.gen(function*() {
        const { events: [listed] } = yield* publications.page(by, { ...everything, filter: { state: [0, 2] } })
        return [listed?.publishedAt, (yield* publications.event(by, named)).publishedAt]
      }))
    expect(yield* published).toEqual([null, null])
    for (const state of [2, 0, 2] as const) yield* move(state)
    // 2030-01-02T00:00:00Z
    expect(yield* published).toEqual([1_893_542_400_000, 1_893_542_400_000])
  }).pipe(Effect.provide(testEngine)))
