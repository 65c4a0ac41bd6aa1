import type { QueryPlan, TombstoneCondition } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { compileScope, compileScopeAtOnce } from "./compileScope.js"
import { isOneOf, type Words } from "./isOneOf.js"
import { isWithin } from "./isWithin.js"

/** What holds of the tombstones `t` of a plan that meet these conditions, looked at in the order of an index or all at once. */
export const tombstoneWhere = (
  words: Words,
  plan: QueryPlan,
  conditions: ReadonlyArray<TombstoneCondition>,
  manner: "in order" | "at once"
): ReadonlyArray<Fragment> => [
  (manner === "in order" ? compileScope : compileScopeAtOnce)(words, plan.scope, "t.agenda_uid"),
  words.sql`t.audience = ${plan.audience}`,
  ...conditions.map((condition) =>
    condition._tag === "Uid" ? isOneOf(words, "t.uid", condition.in) : isWithin(words, "t.removed_at", condition.ranges)
  )
]

/** How many there are. */
export const countTombstones = (words: Words, plan: QueryPlan, conditions: ReadonlyArray<TombstoneCondition>): Fragment =>
  words.sql`SELECT count(*) FROM agenda_tombstone t WHERE ${words.sql.and(tombstoneWhere(words, plan, conditions, "at once"))}`
