import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { limitTo } from "../fragment/bindable.js"
import { countedRows, isLookedUp } from "../plan/eventRows.js"
import { searchCoveredEvents } from "../plan/searchCoveredEvents.js"
import { searchOf, unsplit } from "../plan/splitByState.js"

/** Above this number of matches, scanning the tally's own index beats point look-ups. */
const counted_max = 5_000

/**
 * Replaces a plan's conditions by the uids of the matching events, so that the conditions are evaluated once and not
 * for each tally. Only for a search, or for up to `counted_max` matches; otherwise returns the plan. `atLeast` is a
 * known lower bound of the number of matches.
 */
export const pinMatches = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan,
  atLeast: number
): Effect.Effect<QueryPlan, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { sql } = database
    const partition = unsplit(plan)
    const isSearch = searchOf(plan) !== null
    if (plan.live === null || partition === null || (isLookedUp(plan, partition) && !isSearch)) return plan
    if (!isSearch && atLeast > counted_max) return plan
    const wholeSegment = { featured: null, endedFilter: null }
    const covered = searchCoveredEvents(database, plan, wholeSegment, partition)
    const { from, where } = countedRows(database, plan, wholeSegment, partition)
    const limit = isSearch ? sql.literal("") : sql` ${limitTo(sql, counted_max + 1)}`
    const rows = yield* (covered === null ? sql`SELECT e.uid FROM ${from} WHERE ${sql.and(where)}${limit}` : sql`${covered.uids()}`)
    const uids = yield* readRows(operation, rows, (row) => Cell.integer(row, "uid"))
    return isSearch || uids.length <= counted_max ? { ...plan, live: [{ _tag: "Uid", in: uids }] } : plan
  })
