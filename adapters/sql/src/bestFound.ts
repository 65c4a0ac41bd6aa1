import type { Condition } from "@agenda-engine/core/query/QueryPlan"
import type { SearchAlternative } from "@agenda-engine/core/text/SearchPlan"
import type { Fragment } from "@effect/sql/Statement"
import { byLines } from "./compileSearch.js"
import type { Words } from "./isOneOf.js"
import { wideTerm } from "./searchTerms.js"
import { inAny, inQuotes, type Sought, soughtIn, type SoughtValue, type TermGroups, valuesOf } from "./soughtTerms.js"
import { anyOf, type TermQuery } from "./TermQuery.js"

/** What a search finds, without all of it being scored. */
interface BestFound {
  /** How many events: a `SELECT`. */
  readonly count: () => Fragment
  /** Among others the first events by score, and then by uid, so many, as a derived table with the columns `uid` and `score`. */
  readonly first: (limit: number) => Fragment
}

/** The word that an alternative consists of; null where there are several, or it need not occur. */
const onlyWordOf = (alternative: SearchAlternative): Sought | null => {
  const [word, ...others] = soughtIn(alternative)
  const isOnly = others.length === 0 && inQuotes(alternative).length === 0
  return word !== undefined && isOnly && word.optionalIn.length === 0 ? word : null
}

/** What an event has to have for each score, greatest first. */
const levelsOf = (groups: TermGroups, words: ReadonlyArray<Sought>): ReadonlyArray<SoughtValue> => {
  const queries = new Map<number, ReadonlyArray<TermQuery>>()
  for (const word of words) {
    for (const { query, weight } of valuesOf(groups, word)) {
      const score = weight * word.factor
      queries.set(score, [...queries.get(score) ?? [], query])
    }
  }
  return [...queries].map(([weight, of]) => ({ weight, query: anyOf(of) })).toSorted((left, right) => right.weight - left.weight)
}

/**
 * What a search finds of which each alternative is one word. The events of a score come by uid, and none of a lower score is looked for where
 * one of a greater has enough; an event in several has the greatest, so the first of each are enough for the first of all. Null for any
 * other search.
 */
export const bestFound = (
  words: Words,
  groups: TermGroups,
  { least, search: { alternatives } }: Extract<Condition, { readonly _tag: "Search" }>
): BestFound | null => {
  const { dialect, sql } = words
  const only = alternatives.map(onlyWordOf).filter((word) => word !== null)
  const levels = levelsOf(groups, only).filter(({ weight }) => weight >= least)
  if (only.length < alternatives.length || levels.length === 0) return null
  const lines = alternatives.map((alternative) => byLines(words, alternative, anyOf(inAny(groups, wideTerm))))
  const wide = sql`SELECT uid, max(score) AS score FROM (${
    sql.join(" UNION ALL ", false)(lines)
  }) lines GROUP BY uid HAVING CAST(max(score) AS bigint) >= ${least}`
  const nameOf = (level: number): string => `level_${level}`
  return {
    count: () =>
      sql`SELECT (SELECT count(*) FROM ${
        dialect.eventsWithTerms(sql, anyOf(levels.map(({ query }) => query)))
      } f) + (SELECT count(*) FROM (${wide}) wide)`,
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
