import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { QueryPlan, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { anyOf } from "../database/Dialect.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import type { TermGroups } from "../text/searchedWords.js"
import { compileSearch, groupsOf, searchOfWords } from "./compileSearch.js"
import { publishedState, searchOf, type StatePartition } from "./splitByState.js"

/** The results of a search, without scoring all of them. */
interface TopScored {
  /** A `SELECT` of the `uid` of each of them, once. */
  readonly uids: () => Fragment
  /** A `SELECT` of the number of events. */
  readonly count: () => Fragment
  /**
   * A derived table with the columns `uid` and `score` that contains at least the first `limit` events by score, then
   * uid.
   */
  readonly first: (limit: number) => Fragment
}

/**
 * The results of a search whose alternatives are single words. Each score level lists its first events by uid, and is
 * skipped when a higher level already has `limit` events. An event in several levels gets its highest score. Null for
 * any other search.
 */
export const topScored = (
  context: SqlContext,
  groups: TermGroups,
  { least, search: { alternatives } }: Extract<Condition, { readonly _tag: "Search" }>
): TopScored | null => {
  const { dialect, sql } = context
  const ofWords = searchOfWords(context, groups, alternatives)
  const levels = ofWords?.levels.filter(({ weight }) => weight >= least) ?? []
  if (ofWords === null || levels.length === 0) return null
  const wide = sql`SELECT uid, max(score) AS score FROM (${ofWords.wide}) lines GROUP BY uid HAVING CAST(max(score) AS bigint) >= ${least}`
  const withTerms = (): Fragment => dialect.eventsWithTerms(sql, anyOf(levels.map(({ query }) => query)))
  const nameOf = (level: number): string => `level_${level}`
  return {
    uids: () => sql`SELECT f.uid AS uid FROM ${withTerms()} f UNION ALL SELECT uid FROM (${wide}) wide`,
    count: () => sql`SELECT (SELECT count(*) FROM ${withTerms()} f) + (SELECT count(*) FROM (${wide}) wide)`,
    first: (limit) => {
      const isNeeded = (level: number): Fragment =>
        sql.and(levels.slice(0, level).map((_, greater) => sql`(SELECT count(*) FROM ${sql.literal(nameOf(greater))}) < ${limit}`))
      const tables = levels.map(({ query, weight }, level) =>
        sql`${sql.literal(nameOf(level))} AS MATERIALIZED (SELECT f.uid AS uid, ${sql.literal(String(weight))} AS score FROM ${
          dialect.firstWithTerms(sql, query, limit, isNeeded(level))
        } f)`
      )
      const rows = [...levels.map((_, level) => sql`SELECT uid, score FROM ${sql.literal(nameOf(level))}`), wide]
      return sql`(WITH ${sql.csv(tables)} SELECT uid, max(score) AS score FROM (${
        sql.join(" UNION ALL ", false)(rows)
      }) found GROUP BY uid)`
    }
  }
}

/** The events `e` of a search whose terms cover every condition: no event row is read. */
export interface SearchCoveredEvents {
  /** All of them, with the columns `uid`, `agenda_uid` and `score`: a `FROM` item. */
  readonly all: () => Fragment
  /** A `SELECT` of the `uid` of each of them, once, without its score. */
  readonly uids: () => Fragment
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
  { featured, endedFilter }: Pick<Segment, "featured" | "endedFilter">,
  { conditions, state }: StatePartition
): SearchCoveredEvents | null => {
  const { sql } = context
  const { scope } = plan
  const search = searchOf(plan)
  if (search === null || scope._tag !== "Agenda" || state !== publishedState) return null
  if (conditions.length > 0 || featured !== null || endedFilter !== null) return null
  const events = (scored: Fragment): Fragment =>
    sql`(SELECT uid, CAST(${scope.agendaUid} AS bigint) AS agenda_uid, score FROM ${scored} m) e`
  const found = () => compileSearch(context, scope, state, search)
  const best = topScored(context, groupsOf(scope, state), search)
  return {
    all: () => events(found()),
    uids: best?.uids ?? (() => sql`SELECT uid FROM ${found()} m`),
    count: best?.count ?? (() => sql`SELECT count(*) FROM ${found()} m`),
    first: best === null ? null : (limit) => events(best.first(limit))
  }
}
