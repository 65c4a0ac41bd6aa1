import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { operator } from "../../src/domain/access/Credential.js"
import { IdempotencyConflict } from "../../src/domain/error/EngineError.js"
import type { JsonObject } from "../../src/domain/text/Json.js"
import { eventsAs, locationsAs } from "./access/callers.js"
import { draftOf, everything, testAgenda, testEngine } from "./testEngine.js"

const hall = { name: "Grande Halle", address: "1 place du Marché", countryCode: "fr" }

const refusing = () => new IdempotencyConflict({ reason: "underway" })

const uidOf = (thing: JsonObject): number => Number(thing["uid"])

/** Runs a change twice: with an answer that cannot be stored, which fails, and with one that can. */
const bothWays = <A, E, R>(
  change: (
    options: { readonly lang: null; readonly keep: (answer: unknown) => Effect.Effect<void, IdempotencyConflict> }
  ) => Effect.Effect<A, E, R>,
  isUndone: Effect.Effect<unknown, unknown, R>
) =>
  Effect.gen(function*() {
    expect(yield* Effect.flip(change({ lang: null, keep: refusing }))).toBeInstanceOf(IdempotencyConflict)
    const before = yield* isUndone
    const kept: Array<unknown> = []
    const answer = yield* change({ lang: null, keep: (value) => Effect.sync(() => void kept.push(value)) })
    expect(kept).toEqual([answer])
    expect(yield* isUndone).not.toEqual(before)
    return { answer, before }
  })

describe("a change whose response is stored", () => {
  it.scoped("a change of an event is rolled back when its response cannot be stored", () =>
    Effect.gen(function*() {
      const { administrator: { token }, ref } = yield* testAgenda
      const all = Effect.map(eventsAs(token, ref).list({ ...everything, detailed: true }), (list) => list.events)
      const titles = Effect.map(all, (found) => found.map(({ title, updatedAt }) => [title, updatedAt]))

      const made = yield* bothWays((options) => eventsAs(token, ref).create(draftOf("A"), options), titles)
      expect(made.before).toEqual([])
      const named = { _tag: "Uid" as const, uid: uidOf(made.answer.event) }
      yield* bothWays((options) => eventsAs(token, ref).replace(named, draftOf("B"), options), titles)
      yield* bothWays((options) => eventsAs(token, ref).patch(named, { title: { fr: "C" } }, options), titles)
      yield* bothWays((options) => eventsAs(token, ref).upsert({ key: "k", value: "v" }, draftOf("D"), options), titles)
      const removed = yield* bothWays((options) => eventsAs(token, ref).remove(named, options), titles)
      expect(removed.before).toHaveLength(2)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a change of a location is rolled back when its response cannot be stored", () =>
    Effect.gen(function*() {
      const { ref } = yield* testAgenda
      const query = { sort: { key: "createdAt", direction: "asc" }, from: 0, size: 20, detailed: true } as const
      const names = Effect.map(locationsAs(operator, ref).list(query), (list) => list.locations.map(({ name }) => name))

      const made = yield* bothWays((options) => locationsAs(operator, ref).create(hall, options), names)
      expect(made.before).toEqual([])
      const named = { _tag: "Uid" as const, uid: uidOf(made.answer.location) }
      yield* bothWays((options) => locationsAs(operator, ref).replace(named, { ...hall, name: "B" }, options), names)
      yield* bothWays((options) => locationsAs(operator, ref).patch(named, { name: "C" }, options), names)
      yield* bothWays((options) => locationsAs(operator, ref).upsert({ key: "k", value: "v" }, { ...hall, name: "D" }, options), names)
      const removed = yield* bothWays((options) => locationsAs(operator, ref).remove(named, options), names)
      expect(removed.before).toHaveLength(2)
    }).pipe(Effect.provide(testEngine)))
})
