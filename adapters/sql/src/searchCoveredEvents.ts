import type { QueryPlan, Segment } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { compileSearch, groupsOf } from "./compileSearch.js"
import type { SqlContext } from "./isOneOf.js"
import { publishedState, searchOf, type StatePartition } from "./splitByState.js"
import { topScored } from "./topScored.js"

/** The events `e` of a search whose terms cover every condition: no event row is read. */
export interface SearchCoveredEvents {
  /** All of them, with the columns `uid`, `agenda_uid` and `score`: a `FROM` item. */
  readonly all: () => Fragment
  /** A `SELECT` of their number. */
  readonly count: () => Fragment
  /**
   * A `FROM` item like `all` that contains at least the first `limit` events by score, then uid. Null when reading all
   * of them is as fast.
   */
  readonly first: ((limit: number) => Fragment) | null
}

/**
 * The published events of an agenda that a search finds. Null when the plan has no search, or a condition that needs
 * event rows.
 */
export const searchCoveredEvents = (
  context: SqlContext,
  plan: QueryPlan,
  { featured, half }: Pick<Segment, "featured" | "half">,
  { conditions, state }: StatePartition
): SearchCoveredEvents | null => {
  const { sql } = context
  const { scope } = plan
  const search = searchOf(plan)
  if (search === null || scope._tag !== "Agenda" || state !== publishedState) return null
  if (conditions.length > 0 || featured !== null || half !== null) return null
  const events = (scored: Fragment): Fragment =>
    sql`(SELECT uid, CAST(${scope.agendaUid} AS bigint) AS agenda_uid, score FROM ${scored} m) e`
  const found = () => compileSearch(context, scope, state, search)
  const best = topScored(context, groupsOf(scope, state), search)
  return {
    all: () => events(found()),
    count: best?.count ?? (() => sql`SELECT count(*) FROM ${found()} m`),
    first: best === null ? null : (limit) => events(best.first(limit))
  }
}
