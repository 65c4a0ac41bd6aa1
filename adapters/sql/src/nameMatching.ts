import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { QueryPlan } from "@agenda-engine/core/query/QueryPlan"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Cell from "./Cell.js"
import { countedRows, isLookedUp } from "./eventRows.js"
import { foundEvents } from "./foundEvents.js"
import { limitTo } from "./limitTo.js"
import { searchOf, wholeOf } from "./partsOf.js"
import { readRows } from "./readRows.js"
import type { SqlDatabase } from "./SqlDatabase.js"

/** Up to so many events are counted one by one; more are met sooner on the way through what they are counted by. */
const counted_max = 5_000

/**
 * A plan that counts the same and, where the events that match are not many or a search finds them, names them: so that its conditions are
 * asked once, and not by each of its tallies. `atLeast`: how many events are known to match.
 */
export const nameMatching = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan,
  atLeast: number
): Effect.Effect<QueryPlan, SqlError | StoreError> =>
  Effect.gen(function*() {
    const { sql } = database
    const whole = wholeOf(plan)
    const isSearch = searchOf(plan) !== null
    if (plan.live === null || whole === null || (isLookedUp(plan, whole) && !isSearch)) return plan
    if (!isSearch && atLeast > counted_max) return plan
    const all = { featured: null, half: null }
    const found = foundEvents(database, plan, all, whole)
    const { from, where } = found === null ? countedRows(database, plan, all, whole) : { from: found.all(), where: [] }
    const limit = isSearch ? sql.literal("") : sql` ${limitTo(sql, counted_max + 1)}`
    const rows = yield* sql`SELECT e.uid FROM ${from} WHERE ${sql.and(where)}${limit}`
    const uids = yield* readRows(operation, rows, (row) => Cell.integer(row, "uid"))
    return isSearch || uids.length <= counted_max ? { ...plan, live: [{ _tag: "Uid", in: uids }] } : plan
  })
