import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { operator } from "../../../src/domain/access/Credential.js"
import { authorized } from "../../../src/services/Access.js"
import { Agendas } from "../../../src/services/Agendas.js"
import { LocationSets } from "../../../src/services/LocationSets.js"
import { locationsAs } from "../access/callers.js"
import { testEngine } from "../testEngine.js"

const issues = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) =>
    "issues" in error && Array.isArray(error.issues)
      ? error.issues.map(({ code, field }: { readonly code: string; readonly field: string }) => `${code} ${field}`)
      : error._tag)

describe("LocationSets", () => {
  it.scoped("location sets are created and listed, and imports change their titles", () =>
    Effect.gen(function*() {
      const sets = yield* LocationSets
      yield* TestClock.setTime(1_000)
      const made = yield* sets.create({ title: " Côte ", uid: 5 })
      expect(made).toEqual({ uid: 5, title: "Côte", createdAt: 1_000, updatedAt: 1_000 })
      expect((yield* sets.create({ title: "Terres" })).uid).toBeGreaterThan(0)
      yield* TestClock.setTime(2_000)
      expect((yield* sets.restore({ uid: 5, title: "Côte" })).outcome).toBe("unchanged")
      expect(yield* sets.restore({ uid: 5, title: "Littoral" })).toEqual({
        outcome: "updated",
        locationSet: { uid: 5, title: "Littoral", createdAt: 1_000, updatedAt: 2_000 }
      })
      expect((yield* sets.restore({ uid: 6, title: "Îles" })).outcome).toBe("created")
      expect((yield* sets.list).map(({ title }) => title)).toEqual(expect.arrayContaining(["Littoral", "Terres", "Îles"]))
      expect(yield* issues(sets.create({ title: " ", uid: 0 }))).toEqual(["required title", "integer.invalid uid"])
      expect(yield* issues(sets.create({ title: "Encore", uid: 5 }))).toEqual(["duplicate uid"])
      expect(yield* issues(sets.restore({ uid: 5, title: "" }))).toEqual(["required title"])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("an agenda that joins a location set shares its locations from then on", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      yield* (yield* LocationSets).create({ title: "Côte", uid: 5 })
      const first = yield* agendas.create({ title: "Un", uid: 1 })
      const second = yield* agendas.create({ title: "Deux", uid: 2, locationSetUid: 5 })
      const body = { address: "1 quai", countryCode: "FR" }
      const make = (uid: number, name: string) =>
        Effect.asVoid(
          locationsAs(operator, { _tag: "Uid", uid }).create({ ...body, name }, { lang: null })
        )
      const names = (uid: number) =>
        Effect.map(
          locationsAs(operator, { _tag: "Uid", uid }).list({ sort: { key: "name", direction: "asc" }, from: 0, size: 20, detailed: false }),
          (page) => page.locations.map(({ name }) => name)
        )
      yield* make(1, "avant")
      yield* agendas.update(1, { locationSetUid: 5 })
      yield* make(1, "pendant")
      yield* make(2, "voisin")
      expect(yield* names(1)).toEqual(["avant", "pendant", "voisin"])
      expect(yield* names(2)).toEqual(["pendant", "voisin"])
      const shown = yield* authorized(operator, { _tag: "Uid", uid: 1 }, "agendas:read", (by) => agendas.get(by, { detailed: true }))
      expect(shown).toMatchObject({ locationSetUid: 5, locationSet: { uid: 5, title: "Côte" } })
      yield* agendas.update(1, { locationSetUid: null })
      expect(yield* names(1)).toEqual(["avant", "pendant"])
      expect(yield* issues(agendas.update(1, { locationSetUid: 6, networkUid: 7 }))).toEqual([
        "enum.invalid networkUid",
        "enum.invalid locationSetUid"
      ])
      expect(yield* issues(agendas.create({ title: "Trois", locationSetUid: 6 }))).toEqual(["enum.invalid locationSetUid"])
      expect([first.locationSetUid, second.locationSetUid]).toEqual([null, 5])
    }).pipe(Effect.provide(testEngine)))
})
