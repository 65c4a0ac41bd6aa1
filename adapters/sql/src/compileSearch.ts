import type { Condition, Scope } from "@agenda-engine/core/query/QueryPlan"
import type { SearchAlternative, SearchPhrase, SearchWord } from "@agenda-engine/core/text/SearchPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { Words } from "./isOneOf.js"
import { scoreLines } from "./scoreLines.js"
import { languageTerm, levels, type TermGroup, tokenTerm, wideTerm } from "./searchTerms.js"
import { allOf, anyOf, beginning, term, type TermQuery } from "./TermQuery.js"

/** A word whose score the terms alone tell: one outside quotes, or a phrase of one word, which counts double. */
interface Sought extends Pick<SearchWord, "tokens" | "prefix" | "optionalIn"> {
  readonly factor: number
}

const soughtIn = ({ phrases, words }: SearchAlternative): ReadonlyArray<Sought> => [
  ...words.map((word) => ({ ...word, factor: 1 })),
  ...phrases.flatMap(({ length, runs }) => length === 1 ? [{ tokens: runs, prefix: null, optionalIn: [], factor: 2 }] : [])
]

const inQuotes = ({ phrases }: SearchAlternative): ReadonlyArray<SearchPhrase> => phrases.filter(({ length }) => length > 1)

const anywhere = (group: TermGroup, tokens: ReadonlyArray<string>): ReadonlyArray<TermQuery> =>
  levels.flatMap(({ letter }) => tokens.map((token) => term(tokenTerm(group, letter, token))))

/** What an event has to have of a word: the word, or a text in a language in which it need not occur. */
const required = (group: TermGroup, { optionalIn, prefix, tokens }: Sought): TermQuery =>
  anyOf([
    ...anywhere(group, tokens),
    ...(prefix === null ? [] : levels.map(({ letter }) => beginning(tokenTerm(group, letter, prefix)))),
    ...optionalIn.map((language) => term(languageTerm(group, language)))
  ])

/** What an event has to have to hold a phrase, and may have without holding it. */
const requiredOfPhrase = (group: TermGroup, { runs }: SearchPhrase): TermQuery =>
  anyOf(runs.map((run) => allOf(run.split(" ").map((token) => anyOf(anywhere(group, [token]))))))

/** What a word counts for, and what an event has to have for it: whole in a part, or its beginning in one of twice the weight. */
const valuesOf = (group: TermGroup, { prefix, tokens }: Sought): ReadonlyArray<{ readonly weight: number; readonly query: TermQuery }> => {
  const weights = new Set(levels.flatMap(({ weight }) => prefix === null ? [weight] : [weight, weight / 2]))
  return [...weights].map((worth) => ({
    weight: worth,
    query: anyOf(levels.flatMap(({ letter, weight }) => [
      ...(weight === worth ? tokens.map((token) => term(tokenTerm(group, letter, token))) : []),
      ...(prefix !== null && weight / 2 === worth ? [beginning(tokenTerm(group, letter, prefix))] : [])
    ]))
  }))
}

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

/** The events that meet a query, scored by their lines. */
const byLines = (words: Words, alternative: SearchAlternative, query: TermQuery): Fragment => {
  const { dialect, sql } = words
  return sql`SELECT event_uid, score FROM (SELECT s.event_uid AS event_uid, ${scoreLines(words, alternative)} AS score FROM ${
    dialect.eventsWithTerms(sql, query)
  } f CROSS JOIN agenda_event_search s WHERE s.event_uid = f.uid) scored WHERE score IS NOT NULL`
}

/**
 * The events that hold words, scored by which terms they have: a row for each word and part that holds it, of which the best one counts. Where
 * those rows may be of events that do not match, or are not there for some that do, a row with word -1 says which match.
 */
const byTerms = ({ dialect, sql }: Words, group: TermGroup, sought: ReadonlyArray<Sought>): Fragment => {
  const narrow = narrowing(sought)
  const isWhole = narrow.length === sought.length
  const needsMatches = !isWhole || sought.every(({ optionalIn }) => optionalIn.length > 0)
  const hits = (word: number, worth: number, query: TermQuery): Fragment =>
    sql`SELECT f.uid AS uid, ${sql.literal(String(word))} AS word, ${sql.literal(String(worth))} AS worth FROM ${
      dialect.eventsWithTerms(sql, query)
    } f`
  const rows = sql.join(" UNION ALL ", false)([
    ...sought.flatMap((one, word) =>
      valuesOf(group, one).map(({ query, weight }) =>
        hits(
          word,
          weight * one.factor,
          allOf([query, ...narrow.flatMap((other) => other === one ? [] : [required(group, other)])])
        )
      )
    ),
    ...(needsMatches ? [hits(-1, 0, allOf(sought.map((one) => required(group, one))))] : [])
  ])
  if (sought.length === 1 && !needsMatches) return sql`SELECT uid AS event_uid, max(worth) AS score FROM (${rows}) hits GROUP BY uid`
  return sql`SELECT uid AS event_uid, sum(worth) AS score FROM (SELECT uid, word, max(worth) AS worth FROM (${rows}) hits GROUP BY uid, word) best GROUP BY uid${
    sql.literal(needsMatches ? " HAVING min(word) < 0" : "")
  }`
}

/** The events that meet an alternative, each once. */
const compileAlternative = (words: Words, group: TermGroup, alternative: SearchAlternative): Fragment => {
  const sought = soughtIn(alternative)
  const quoted = inQuotes(alternative)
  const wide = term(wideTerm(group))
  if (quoted.length === 0) {
    return words.sql`${byTerms(words, group, sought)} UNION ALL ${byLines(words, alternative, wide)}`
  }
  const matching = allOf([...quoted.map((phrase) => requiredOfPhrase(group, phrase)), ...sought.map((one) => required(group, one))])
  return byLines(words, alternative, anyOf([matching, wide]))
}

const groupOf = (scope: Scope): TermGroup => {
  if (scope._tag === "Agenda") return scope.agendaUid
  const [only = null, ...others] = scope.within ?? []
  return others.length === 0 ? only : null
}

/**
 * The events of a scope that a search finds, each once, as a derived table with the columns `event_uid` and `score`: those that
 * `scoreDocument` scores, with that score. Across agendas it gives those of every agenda, whether it is listed or not.
 */
export const compileSearch = (
  words: Words,
  scope: Scope,
  { least, search: { alternatives } }: Extract<Condition, { readonly _tag: "Search" }>
): { readonly from: Fragment } => {
  const { sql } = words
  const each = alternatives.map((alternative) => compileAlternative(words, groupOf(scope), alternative))
  const all = sql.join(" UNION ALL ", false)(each)
  const best = each.length === 1 ? all : sql`SELECT event_uid, max(score) AS score FROM (${all}) found GROUP BY event_uid`
  return { from: least <= 0 ? sql`(${best})` : sql`(SELECT event_uid, score FROM (${best}) found WHERE CAST(score AS bigint) >= ${least})` }
}
