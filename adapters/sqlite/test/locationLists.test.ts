import { everyLocation } from "@agenda-engine/conformance/testing/wholePlans"
import type { LocationPlan } from "@agenda-engine/core/query/location/LocationPlan"
import { compileLocationPlan } from "@agenda-engine/sql/plan/compileLocationPlan"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqliteDatabase from "../src/SqliteDatabase.js"
import * as SqliteMigrations from "../src/SqliteMigrations.js"

const after = { name: "hall", createdAt: 500, updatedAt: 500, uid: 7 }

/** What the pages of each order search, of the agenda's own locations and of its set's. */
const searched: ReadonlyArray<readonly [what: string, choice: Partial<LocationPlan>, ReadonlyArray<string>]> = [
  ["newest first", {}, ["by_created (agenda_uid=?)", "by_set_created (set_uid=?)"]],
  ["newest first, behind a place", { after }, [
    "by_created (agenda_uid=? AND created_at<?)",
    "by_set_created (set_uid=? AND created_at<?)"
  ]],
  ["by last change", { sort: { key: "updatedAt", direction: "desc" } }, ["by_updated (agenda_uid=?)", "by_set_updated (set_uid=?)"]],
  ["by name, behind a place", { after, sort: { key: "name", direction: "asc" } }, [
    "by_name (agenda_uid=? AND name_folded>?)",
    "by_set_name (set_uid=? AND name_folded>?)"
  ]]
]

describe("lists of locations", () => {
  for (const [what, choice, indexes] of searched) {
    it.scopedLive(`${what}: a page reads one index range for the agenda and one for its set`, () =>
      Effect.gen(function*() {
        const database = yield* SqliteDatabase.open(":memory:")
        yield* SqliteMigrations.upDatabase(database)
        const { page } = compileLocationPlan(database, { ...everyLocation, ...choice })
        const steps = (yield* database.sql`EXPLAIN QUERY PLAN ${page(21)}`).map(({ detail }) => String(detail))
        expect(steps.filter((step) => step.startsWith("SEARCH"))).toEqual(
          indexes.map((index) => `SEARCH l USING INDEX agenda_location_${index}`)
        )
      }))
  }

  it.scopedLive("the total is counted from indexes", () =>
    Effect.gen(function*() {
      const database = yield* SqliteDatabase.open(":memory:")
      yield* SqliteMigrations.upDatabase(database)
      const { count } = compileLocationPlan(database, everyLocation)
      const steps = (yield* database.sql`EXPLAIN QUERY PLAN ${count}`).map(({ detail }) => String(detail))
      expect(steps.filter((step) => step.startsWith("SEARCH"))).toEqual([
        expect.stringContaining("SEARCH l USING COVERING INDEX agenda_location_by_"),
        expect.stringContaining("SEARCH l USING COVERING INDEX agenda_location_by_set_")
      ])
    }))
})
