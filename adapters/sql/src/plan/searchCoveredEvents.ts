import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { QueryPlan, Segment } from "@agenda-engine/core/query/event/QueryPlan"
import { typedFields } from "@agenda-engine/core/search/scoreDocument"
import { searchWeights } from "@agenda-engine/core/search/SearchDocument"
import type { Fragment } from "@effect/sql/Statement"
import { allOf, anyOf } from "../database/Dialect.js"
import { eventTextTable } from "../database/indexTables.js"
import { limitTo } from "../fragment/bindable.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { isFoundIn } from "../fragment/ofEvent.js"
import type { TermGroups } from "../text/searchedWords.js"
import { agendaOfGroups, compileSearch, fitOfLines, groupsOf, searchOfWords } from "./compileSearch.js"
import { publishedState, searchOf, type StatePartition } from "./splitByState.js"

const lineColumns = { uid: "s.event_uid", agendaUid: "s.agenda_uid" } as const

/** What search results are ordered by before their times. */
export interface Rank {
  readonly score: number
  readonly fit: number
}

/** Which results are wanted: those of a rank and below it, as many as `limit`. */
export interface Wanted {
  /** Only events of this score and fit, or less; null for all. */
  readonly from: Rank | null
  /** Number of results. */
  readonly limit: number
}

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
  /**
   * A `SELECT` of `uid`, `score` and `fit` that contains at least the wanted events by score, then fit, in any order of
   * what follows. Null when only lines tell the fit.
   */
  readonly best: ((wanted: Wanted) => Fragment) | null
}

/** The least score of an event that has a word as it is typed, where that counts (`fitOf`). */
const typedWeight_min = Math.min(...typedFields.map((field) => searchWeights[field]))

/**
 * The results of a search whose alternatives are single words. Each score level lists its first events by uid, and is
 * skipped when a higher level already has `limit` events. An event in several levels gets its highest score. Null for
 * any other search.
 */
export const topScored = (
  context: SqlContext,
  groups: TermGroups,
  { least, search }: Extract<Condition, { readonly _tag: "Search" }>
): TopScored | null => {
  const { dialect, sql } = context
  const ofWords = searchOfWords(context, groups, search)
  const levels = ofWords?.levels.filter(({ weight }) => weight >= least) ?? []
  if (ofWords === null || levels.length === 0) return null
  const wide = (): Fragment =>
    sql`SELECT uid, max(score) AS score FROM (${ofWords.wide()}) lines GROUP BY uid HAVING CAST(max(score) AS bigint) >= ${least}`
  const agendaUid = agendaOfGroups(groups)
  const withTerms = (): Fragment => dialect.eventsWithTerms(sql, anyOf(levels.map(({ query }) => query)), agendaUid)
  const nameOf = (level: number): string => `level_${level}`
  const { fit } = ofWords
  const ranked = fit === null ? [] : levels.flatMap(({ query, weight }) => [
    // In a lighter part the word as it is typed does not count.
    ...(weight >= typedWeight_min ? [{ score: weight, fit: 1, query: allOf([query, fit]) }] : []),
    { score: weight, fit: 0, query }
  ])
  const tableOf = (level: number, score: number, rows: Fragment): Fragment =>
    sql`${sql.literal(nameOf(level))} AS MATERIALIZED (SELECT f.uid AS uid, ${sql.literal(String(score))} AS score FROM ${rows} f)`
  /** Whether the levels with these numbers have fewer than `limit` events each. */
  const areShort = (numbers: ReadonlyArray<number>, limit: number): Fragment =>
    sql.and(numbers.map((number) => sql`(SELECT count(*) FROM ${sql.literal(nameOf(number))}) < ${limit}`))
  return {
    uids: () => sql`SELECT f.uid AS uid FROM ${withTerms()} f UNION ALL SELECT uid FROM (${wide()}) wide`,
    count: () => sql`SELECT (SELECT count(*) FROM ${withTerms()} f) + (SELECT count(*) FROM (${wide()}) wide)`,
    first: (limit) => {
      const tables = levels.map(({ query, weight }, level) => {
        const greater = [...levels.keys()].slice(0, level)
        return tableOf(level, weight, dialect.firstWithTerms(sql, query, agendaUid, limit, areShort(greater, limit)))
      })
      const rows = [...levels.map((_, level) => sql`SELECT uid, score FROM ${sql.literal(nameOf(level))}`), wide()]
      return sql`(WITH ${sql.csv(tables)} SELECT uid, max(score) AS score FROM (${
        sql.join(" UNION ALL ", false)(rows)
      }) found GROUP BY uid)`
    },
    best: fit === null ? null : ({ from, limit }) => {
      const queries = (name: string): Fragment => dialect.termQueries(sql, ranked.map(({ query }) => query), name)
      // The levels of the position and above it: others also have events of theirs.
      const preceding =
        ranked.filter(({ fit, score }) => from !== null && (score > from.score || (score === from.score && fit >= from.fit))).length
      const before = dialect.eventsOfQuery(sql, sql.literal("p.query"), agendaUid, sql`p.number < ${preceding}`)
      const own = (uid: Fragment): Fragment =>
        preceding === 0
          ? sql.literal("")
          : sql` AND ${uid} NOT IN (SELECT ${before.uid} FROM ${queries("p")} CROSS JOIN ${before.from} WHERE ${before.where})`
      const few = dialect.eventsOfQuery(sql, sql.literal("l.query"), agendaUid, sql`l.number >= ${preceding}`)
      // Any level with enough events will do; the first that is found is the highest.
      const last = sql`(SELECT l.number FROM ${
        queries("l")
      } WHERE (SELECT count(*) FROM (SELECT ${few.uid} FROM ${few.from} WHERE ${few.where}${own(few.uid)} ${
        limitTo(sql, limit)
      }) few) >= ${limit} LIMIT 1)`
      const hits = dialect.eventsOfQuery(sql, sql.literal("q.query"), agendaUid, sql`q.number <= coalesce(${last}, ${ranked.length})`)
      const rankOf = ranked.map(({ fit, score }, number) => `WHEN ${number} THEN ${score * 2 + fit}`).join(" ")
      const wideFit = sql`SELECT wide.uid AS uid, wide.score * 2 + ${
        fitOfLines(context, search.alternatives)
      } AS rank FROM (${wide()}) wide CROSS JOIN ${sql(eventTextTable)} s WHERE ${isFoundIn(context, lineColumns, "wide", agendaUid)}`
      return sql`SELECT uid, max(rank) / 2 AS score, max(rank) % 2 AS fit FROM (SELECT ${hits.uid} AS uid, ${
        sql.literal(`CASE q.number ${rankOf} END`)
      } AS rank FROM ${queries("q")} CROSS JOIN ${hits.from} WHERE ${hits.where} UNION ALL ${wideFit}) found GROUP BY uid`
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
  /** A `SELECT` of `uid`, `agenda_uid`, `score` and `fit` (`TopScored.best`). Null when only lines tell the fit. */
  readonly best: ((wanted: Wanted) => Fragment) | null
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
  const ranked = best?.best ?? null
  return {
    all: () => events(found()),
    uids: best?.uids ?? (() => sql`SELECT uid FROM ${found()} m`),
    count: best?.count ?? (() => sql`SELECT count(*) FROM ${found()} m`),
    first: best === null ? null : (limit) => events(best.first(limit)),
    best: ranked === null
      ? null
      : (wanted) => sql`SELECT uid, CAST(${scope.agendaUid} AS bigint) AS agenda_uid, score, fit FROM (${ranked(wanted)}) m`
  }
}
