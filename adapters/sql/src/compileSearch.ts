import type { Condition, Scope } from "@agenda-engine/core/query/QueryPlan"
import type { SearchAlternative } from "@agenda-engine/core/text/SearchPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { Words } from "./isOneOf.js"
import { type Part, publishedState } from "./partsOf.js"
import { scoreLines } from "./scoreLines.js"
import { wideTerm } from "./searchTerms.js"
import { inAny, inQuotes, required, requiredOfPhrase, type Sought, soughtIn, type TermGroups, valuesOf } from "./soughtTerms.js"
import { allOf, anyOf, type TermQuery } from "./TermQuery.js"

/** So many words narrow down what the others are looked for in: more cost more than they leave out. */
const narrowing_words_max = 3

/** The words to narrow by: those that have to occur, the longest of them first, as they are the rarest. */
const narrowing = (sought: ReadonlyArray<Sought>): ReadonlyArray<Sought> =>
  sought
    .toSorted((left, right) =>
      Math.sign(left.optionalIn.length) - Math.sign(right.optionalIn.length) ||
      (right.tokens[0]?.length ?? 0) - (left.tokens[0]?.length ?? 0)
    )
    .slice(0, narrowing_words_max)

/** The events that meet a query, scored by their lines: a `SELECT` of `uid` and `score`. */
export const byLines = (words: Words, alternative: SearchAlternative, query: TermQuery): Fragment => {
  const { dialect, sql } = words
  return sql`SELECT uid, score FROM (SELECT s.event_uid AS uid, ${scoreLines(words, alternative)} AS score FROM ${
    dialect.eventsWithTerms(sql, query)
  } f CROSS JOIN agenda_searched_event s WHERE s.event_uid = f.uid) scored WHERE score > 0`
}

/**
 * The events that hold words, scored by which terms they have: a row for each word and part that holds it, of which the best one counts. Where
 * those rows may be of events that do not match, or are not there for some that do, a row with word -1 says which match.
 */
const byTerms = ({ dialect, sql }: Words, groups: TermGroups, sought: ReadonlyArray<Sought>): Fragment => {
  const narrow = narrowing(sought)
  const isWhole = narrow.length === sought.length
  const needsMatches = !isWhole || sought.every(({ optionalIn }) => optionalIn.length > 0)
  const hits = (word: number, worth: number, query: TermQuery): Fragment =>
    sql`SELECT f.uid AS uid, ${sql.literal(String(word))} AS word, ${sql.literal(String(worth))} AS worth FROM ${
      dialect.eventsWithTerms(sql, query)
    } f`
  const rows = sql.join(" UNION ALL ", false)([
    ...sought.flatMap((one, word) =>
      valuesOf(groups, one).map(({ query, weight }) =>
        hits(
          word,
          weight * one.factor,
          allOf([query, ...narrow.flatMap((other) => other === one ? [] : [required(groups, other)])])
        )
      )
    ),
    ...(needsMatches ? [hits(-1, 0, allOf(sought.map((one) => required(groups, one))))] : [])
  ])
  if (sought.length === 1 && !needsMatches) return sql`SELECT uid, max(worth) AS score FROM (${rows}) hits GROUP BY uid`
  return sql`SELECT uid, sum(worth) AS score FROM (SELECT uid, word, max(worth) AS worth FROM (${rows}) hits GROUP BY uid, word) best GROUP BY uid${
    sql.literal(needsMatches ? " HAVING min(word) < 0 AND max(worth) > 0" : "")
  }`
}

/** The events that meet an alternative, each once. */
const compileAlternative = (words: Words, groups: TermGroups, alternative: SearchAlternative): Fragment => {
  const sought = soughtIn(alternative)
  const quoted = inQuotes(alternative)
  const wide = anyOf(inAny(groups, wideTerm))
  if (quoted.length === 0) {
    return words.sql`${byTerms(words, groups, sought)} UNION ALL ${byLines(words, alternative, wide)}`
  }
  const matching = allOf([...quoted.map((phrase) => requiredOfPhrase(groups, phrase)), ...sought.map((one) => required(groups, one))])
  return byLines(words, alternative, anyOf([matching, wide]))
}

const agendaOf = (scope: Scope): number | null => {
  if (scope._tag === "Agenda") return scope.agendaUid
  const [only = null, ...others] = scope.within ?? []
  return others.length === 0 ? only : null
}

/** The groups of terms of the events in a scope that are of a part's state. */
export const groupsOf = (scope: Scope, state: Part["state"]): TermGroups => {
  const agendaUid = agendaOf(scope)
  return [true, false].flatMap((isPublished) =>
    state === null || (state === publishedState) === isPublished ? [{ agendaUid, isPublished }] : []
  )
}

/**
 * The events of a scope, of the state that a part says, that a search finds, each once, as a derived table with the columns `uid` and `score`:
 * those that `scoreDocument` scores, with that score. Across agendas it gives those of every agenda, whether it is listed or not.
 */
export const compileSearch = (
  words: Words,
  scope: Scope,
  state: Part["state"],
  { least, search: { alternatives } }: Extract<Condition, { readonly _tag: "Search" }>
): Fragment => {
  const { sql } = words
  const each = alternatives.map((alternative) => compileAlternative(words, groupsOf(scope, state), alternative))
  const all = sql.join(" UNION ALL ", false)(each)
  const best = each.length === 1 ? all : sql`SELECT uid, max(score) AS score FROM (${all}) found GROUP BY uid`
  return least <= 0 ? sql`(${best})` : sql`(SELECT uid, score FROM (${best}) found WHERE CAST(score AS bigint) >= ${least})`
}
