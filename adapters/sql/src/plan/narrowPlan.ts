import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { QueryPlan } from "@agenda-engine/core/query/event/QueryPlan"
import type { SearchPlan } from "@agenda-engine/core/search/SearchPlan"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Cell from "../database/Cell.js"
import { readRows } from "../database/readRows.js"
import type { SqlDatabase } from "../database/SqlDatabase.js"
import { limitTo } from "../fragment/bindable.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { isLongSearch, mayFind } from "./compileSearch.js"
import { isOfTerms, isSelective, type LookUp, lookUpsOf } from "./condition/compileCondition.js"
import { countedRows } from "./eventRows.js"
import { searchOf, unsplit } from "./splitByState.js"
import { termScanOf } from "./termScan.js"

/** Above this number of events, an index scan beats point look-ups. */
const fewEvents_max = 1_000

/** Whether a term scan covers a plan. Then a term condition does not need its own look-up. */
const hasTermScan = (plan: QueryPlan): boolean => {
  const partition = unsplit(plan)
  return partition !== null && partition.conditions.length > 1 && termScanOf(plan, partition) !== null
}

const allLookUps = (context: SqlContext, plan: QueryPlan): ReadonlyArray<LookUp> => {
  const isScanned = hasTermScan(plan)
  return (plan.live ?? []).flatMap((condition) =>
    condition._tag === "Search" || (isScanned && isOfTerms(condition)) ? [] : lookUpsOf(context, plan, condition)
  )
}

/** Finds the uids of a plan's events if they are few. Null otherwise. */
type FindFew = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan
) => Effect.Effect<ReadonlyArray<number> | null, SqlError | StoreError>

/** The events of the first look-up that finds few. */
const fewByLookUp: FindFew = (database, operation, plan) => {
  const found = allLookUps(database, plan)
  return found.length === 0 ? Effect.succeed(null) : firstFew(database, operation, found)
}

/**
 * The uids of the first look-up with at most `fewEvents_max` rows, possibly repeated. Null when there is none. One
 * statement counts all look-ups.
 */
const firstFew = (
  { sql }: SqlDatabase,
  operation: string,
  candidates: ReadonlyArray<LookUp>
): Effect.Effect<ReadonlyArray<number> | null, SqlError | StoreError> =>
  Effect.gen(function*() {
    const counts = candidates.map(({ rows }, index) =>
      sql`(SELECT count(*) FROM (SELECT 1 FROM ${rows} ${limitTo(sql, fewEvents_max + 1)}) counted) AS ${sql.literal(`c${index}`)}`
    )
    const [counted = []] = yield* readRows(
      operation,
      yield* sql`SELECT ${sql.csv(counts)}`,
      (row) => candidates.map((_, index) => Cell.integer(row, `c${index}`))
    )
    const few = candidates[counted.findIndex((count) => count <= fewEvents_max)]
    if (few === undefined) return null
    return yield* readRows(operation, yield* sql`SELECT ${sql.literal(few.uid)} AS uid FROM ${few.rows}`, (row) => Cell.integer(row, "uid"))
  })

/** The events that meet all conditions together, for a plan with at least two. */
const fewMatching: FindFew = (database, operation, plan) => {
  const { sql } = database
  const partition = unsplit(plan)
  if (
    plan.limit === 0 || plan.scope._tag !== "Agenda" || partition === null || partition.state === null || partition.conditions.length < 2
  ) {
    return Effect.succeed(null)
  }
  const { from, where } = countedRows(database, plan, { featured: null, endedFilter: null }, partition, "in order")
  return sql`SELECT e.uid AS uid FROM ${from} WHERE ${sql.and(where)} ${limitTo(sql, fewEvents_max + 1)}`.pipe(
    Effect.flatMap((rows) => readRows(operation, rows, (row) => Cell.integer(row, "uid"))),
    Effect.map((uids) => uids.length <= fewEvents_max ? uids : null)
  )
}

/** Removes the events of a plan where none has the words of a long search, whose statements need not be made then. */
const withoutVainSearch = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan,
  search: SearchPlan
): Effect.Effect<QueryPlan, SqlError | StoreError> =>
  !isLongSearch(search) ? Effect.succeed(plan) : Effect.map(
    Effect.flatMap(
      database.sql`${mayFind(database, plan.scope, unsplit(plan)?.state ?? null, search)}`,
      (rows) => readRows(operation, rows, (row) => Cell.integer(row, "uid"))
    ),
    (found) => found.length === 0 ? { ...plan, live: null } : plan
  )

/**
 * Replaces selective conditions of a plan by the uids of the matching events. Without value statistics the planner
 * would scan the whole agenda, once for the total and once for the page; SQLite has none, Postgres only since its last
 * ANALYZE. A long search that finds nothing is removed. Returns an equivalent plan.
 */
export const narrowPlan = (
  database: SqlDatabase,
  operation: string,
  plan: QueryPlan
): Effect.Effect<QueryPlan, SqlError | StoreError> => {
  const { live } = plan
  const search = searchOf(plan)
  if (search !== null) return withoutVainSearch(database, operation, plan, search.search)
  if (live === null || live.some(isSelective)) return Effect.succeed(plan)
  return Effect.flatMap(fewByLookUp(database, operation, plan), (found) => {
    const narrowed: QueryPlan = found === null ? plan : { ...plan, live: [...live, { _tag: "Uid", in: [...new Set(found)] }] }
    // The state condition stays: it makes partial indexes usable.
    return Effect.map(
      fewMatching(database, operation, narrowed),
      (matching) =>
        matching === null ? narrowed : { ...plan, live: [...live.filter(({ _tag }) => _tag === "State"), { _tag: "Uid", in: matching }] }
    )
  })
}
