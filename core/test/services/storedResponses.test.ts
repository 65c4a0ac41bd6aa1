import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { operator } from "../../src/domain/access/Credential.js"
import { IdempotencyConflict } from "../../src/domain/error/EngineError.js"
import type { JsonObject } from "../../src/domain/text/Json.js"
import { authorized } from "../../src/services/Access.js"
import { Events } from "../../src/services/Events.js"
import { Locations } from "../../src/services/Locations.js"
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
      const events = yield* Events
      const { administrator: { token }, ref } = yield* testAgenda
      const all = Effect.map(authorized(token, ref, "events:read", (by) => events.list(by, { ...everything, detailed: true })), (list) =>
        list.events)
      const titles = Effect.map(all, (found) =>
        found.map(({ title, updatedAt }) => [title, updatedAt]))

      const made = yield* bothWays((options) =>
        authorized(token, ref, "events:write", (by) => events.create(by, draftOf("A"), options)), titles)
      expect(made.before).toEqual([])
      const named = { _tag: "Uid" as const, uid: uidOf(made.answer.event) }
      yield* bothWays((options) =>
        authorized(token, ref, "events:write", (by) =>
          events.replace(by, named, draftOf("B"), options)), titles)
      yield* bothWays((options) =>
        authorized(token, ref, "events:write", (by) => events.patch(by, named, { title: { fr: "C" } }, options)), titles)
      yield* bothWays((options) =>
        authorized(token, ref, "events:write", (by) =>
          events.upsert(by, { key: "k", value: "v" }, draftOf("D"), options)), titles)
      const removed = yield* bothWays((options) =>
        authorized(token, ref, "events:write", (by) =>
          events.remove(by, named, options)), titles)
      expect(removed.before).toHaveLength(2)
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a change of a location is rolled back when its response cannot be stored", () =>
    Effect.gen(function*() {
      const locations = yield* Locations
      const { ref } = yield* testAgenda
      const query = { sort: { key: "createdAt", direction: "asc" }, from: 0, size: 20, detailed: true } as const
      const names = Effect.map(authorized(operator, ref, "locations:read", (by) => locations.list(by, query)), (list) =>
        list.locations.map(({ name }) => name))

      const made = yield* bothWays((options) =>
        authorized(operator, ref, "locations:write", (by) =>
          locations.create(by, hall, options)), names)
      expect(made.before).toEqual([])
      const named = { _tag: "Uid" as const, uid: uidOf(made.answer.location) }
      yield* bothWays((options) =>
        authorized(operator, ref, "locations:write", (by) =>
          locations.replace(by, named, { ...hall, name: "B" }, options)), names)
      yield* bothWays((options) =>
        authorized(operator, ref, "locations:write", (by) =>
          locations.patch(by, named, { name: "C" }, options)), names)
      yield* bothWays((options) =>
        authorized(operator, ref, "locations:write", (by) =>
          locations.upsert(by, { key: "k", value: "v" }, { ...hall, name: "D" }, options)), names)
      const removed = yield* bothWays((options) =>
        authorized(operator, ref, "locations:write", (by) =>
          locations.remove(by, named, options)), names)
      expect(removed.before).toHaveLength(2)
    }).pipe(Effect.provide(testEngine)))
})
