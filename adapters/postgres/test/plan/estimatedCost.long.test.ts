import { compilePlan } from "@agenda-engine/sql/plan/compilePlan"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { planOf } from "../../../sql/test/listShapes.js"
import * as PostgresDatabase from "../../src/PostgresDatabase.js"
import * as PostgresMigrations from "../../src/PostgresMigrations.js"
import { seedEvents } from "../seedEvents.js"
import { usePostgres } from "../usePostgres.js"

const postgres = usePostgres()

it.scopedLive.each([false, true])(
  "the page of a search after a position is estimated below `jit_above_cost`, with statistics: %s",
  (hasStatistics) =>
    Effect.gen(function*() {
      const database = yield* PostgresDatabase.open({ url: yield* postgres.freshDatabase })
      const { sql } = database
      yield* PostgresMigrations.upDatabase(database)
      yield* seedEvents(database, 2_000)
      yield* sql`INSERT INTO agenda_event_fulltext SELECT agenda_uid, uid, array_to_tsvector(ARRAY['word' || uid % 10]) FROM agenda_event`
      if (hasStatistics) yield* sql`ANALYZE`
      const plan = planOf({ sort: "score", filter: { search: ["fête"] } })
      const values = plan.segments.flatMap(({ order }) => order.map(({ key }) => key === "score" ? 16 : 0))
      const page = compilePlan(database, plan).keys(0, { position: { values, uid: 7 }, skip: 0, limit: 21 })
      if (page === null) return expect.fail("no page is read")
      const [explained] = yield* sql`EXPLAIN ${page}`
      const [, cost] = /cost=[\d.]+\.\.([\d.]+)/.exec(String(explained?.["QUERY PLAN"])) ?? []
      const [setting] = yield* sql`SELECT current_setting('jit_above_cost') AS cost`
      expect(Number(cost)).toBeLessThan(Number(setting?.["cost"]))
    })
)
