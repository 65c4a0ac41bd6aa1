import type { Condition } from "@agenda-engine/core/query/event/Condition"
import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import { inOrderFit, near_points, typedFields } from "@agenda-engine/core/search/scoreDocument"
import { fieldsOfRun, type SearchField, searchFields, type SearchWeights, searchWeights } from "@agenda-engine/core/search/SearchDocument"
import type { SearchAlternative, SearchPhrase, SearchPlan, SearchWord } from "@agenda-engine/core/search/SearchPlan"
import { stemLanguages } from "@agenda-engine/core/search/StemLanguage"
import type { Fragment } from "@effect/sql/Statement"
import { allOf, anyOf, type TermQuery } from "../database/Dialect.js"
import { eventTextTable } from "../database/indexTables.js"
import type { ScopedColumns } from "../fragment/Columns.js"
import type { SqlContext } from "../fragment/isOneOf.js"
import { isFoundIn, isOfEvent } from "../fragment/ofEvent.js"
import {
  inAnyGroup,
  phrasesOf,
  requiredTerms,
  requiredTermsOfPhrase,
  type ScoredWord,
  scoredWordsOf,
  type TermGroups,
  titleTerms,
  typedTerms,
  weightedQueriesOf,
  type WeightedQuery,
  wordsOfRunsOf
} from "../text/searchedWords.js"
import { languageBits, lineColumns } from "../text/SearchRow.js"
import { wideTerm } from "../text/searchTerms.js"
import { publishedState, type StatePartition } from "./splitByState.js"

/** What a line has to contain for so much. */
interface Hit {
  readonly weight: number
  readonly field: SearchField
  readonly contained: string
}

/** A run of tokens in a language, or of stop words in it (`tokenText`). */
const inLanguage = /^ s?([a-z]{2}):/

/** Predicate: a part of the lines `s` contains these tokens. Most events have texts in few of the languages. */
const lineContains = ({ dialect, sql }: SqlContext, field: SearchField, contained: string): Fragment => {
  const contains = dialect.contains(sql, sql.literal(`s.${lineColumns[field]}`), contained)
  const language = stemLanguages.find((language) => language === inLanguage.exec(contained)?.[1])
  return language === undefined ? contains : sql`(${sql.literal(`s.languages & ${languageBits([language])} <> 0`)} AND ${contains})`
}

/** The case of the heaviest of some hits; `otherwise` where there is none. */
const heaviest = (context: SqlContext, hits: ReadonlyArray<Hit>, otherwise: Fragment): Fragment => {
  const { sql } = context
  const weights = [...new Set(hits.map(({ weight }) => weight))].toSorted((left, right) => right - left)
  const cases = weights.map((weight) => {
    const found = hits.filter((hit) => hit.weight === weight)
    const contains = found.map(({ contained, field }) => lineContains(context, field, contained))
    return sql`WHEN ${sql.or(contains)} THEN ${sql.literal(String(weight))}`
  })
  return sql`CASE ${sql.join(" ", false)(cases)} ELSE ${otherwise} END`
}

const searchedOf = (fields: ReadonlyArray<SearchField>, weights: SearchWeights): ReadonlyArray<SearchField> =>
  fields.filter((field) => weights[field] > 0)

const wordScore = (context: SqlContext, weights: SearchWeights, { near = [], optionalIn, prefixes, tokens }: SearchWord): Fragment => {
  const { sql } = context
  const hits = searchedOf(searchFields, weights).flatMap((field): ReadonlyArray<Hit> => [
    ...tokens.map((token) => ({ weight: weights[field], field, contained: ` ${token} ` })),
    ...prefixes.map((prefix) => ({ weight: weights[field] / 2, field, contained: ` ${prefix}` })),
    ...near.map((token) => ({ weight: near_points, field, contained: ` ${token} ` }))
  ])
  const without = optionalIn.length === 0
    ? "NULL"
    : `CASE WHEN s.languages & ${languageBits(optionalIn)} <> 0 THEN 0 ELSE NULL END`
  return heaviest(context, hits, sql.literal(without))
}

const phraseScore = (context: SqlContext, weights: SearchWeights, { runs }: SearchPhrase): Fragment =>
  heaviest(
    context,
    runs.flatMap((run) =>
      searchedOf(fieldsOfRun(run), weights).map((field) => ({
        weight: 2 * run.scored * weights[field],
        field,
        contained: ` ${run.tokens} `
      }))
    ),
    context.sql.literal("NULL")
  )

/**
 * What an alternative gives the event whose lines `s` has, read off the lines themselves; null or 0 where it does not
 * match.
 */
const scoreLines = (context: SqlContext, weights: SearchWeights, { phrases, words }: SearchAlternative): Fragment =>
  context.sql`(${
    context.sql.join(" + ", false)([
      ...phrases.map((phrase) => phraseScore(context, weights, phrase)),
      ...words.map((word) => wordScore(context, weights, word))
    ])
  })`

/** Of the lines `s`: so much where one of these parts has one of these runs of tokens, else 0. */
const fitWhere = (context: SqlContext, fields: ReadonlyArray<SearchField>, runs: ReadonlyArray<string>, fit: number): Fragment => {
  const { sql } = context
  const found = fields.flatMap((field) => runs.map((run) => lineContains(context, field, ` ${run} `)))
  return sql`CASE WHEN ${sql.or(found)} THEN ${sql.literal(String(fit))} ELSE 0 END`
}

const fitInOrder = (context: SqlContext, inOrder: ReadonlyArray<string>): Fragment => fitWhere(context, ["title"], inOrder, inOrderFit)

/** How closely the event whose lines `s` has fits a search (`fitOf`). */
export const fitOfLines = (context: SqlContext, alternatives: ReadonlyArray<SearchAlternative>): Fragment => {
  const { sql } = context
  const parts = alternatives.flatMap(({ inOrder, words }) => [
    ...words.map(({ typed }) => fitWhere(context, typedFields, [typed], 1)),
    ...(inOrder.length === 0 ? [] : [fitInOrder(context, inOrder)])
  ])
  return parts.length === 0 ? sql.literal("0") : sql`(${sql.join(" + ", false)(parts)})`
}

/** Maximum number of words that restrict the postings of the others. More cost more than they exclude. */
const restrictingWords_max = 3

/** The words that restrict: required words first, then by length, because longer words are rarer. */
const restrictingWords = (words: ReadonlyArray<ScoredWord>): ReadonlyArray<ScoredWord> =>
  words
    .toSorted((left, right) =>
      Math.sign(left.optionalIn.length) - Math.sign(right.optionalIn.length) ||
      (right.tokens[0]?.length ?? 0) - (left.tokens[0]?.length ?? 0)
    )
    .slice(0, restrictingWords_max)

/** The agenda of all of these groups. Null: there are several. */
export const agendaOfGroups = ([group]: TermGroups): number | null => group?.agendaUid ?? null

/** The column of the agenda beside that of the uid, where keys begin with it and these groups are of several. */
const agendaColumn = ({ dialect, sql }: SqlContext, groups: TermGroups, of = ""): Fragment =>
  sql.literal(dialect.keysByAgenda && agendaOfGroups(groups) === null ? `, ${of}agenda_uid` : "")

/**
 * A `SELECT` of `uid` and `score`: those of some events, a `FROM` item, that match, scored by their lines. Where many
 * are expected, the scores are materialized: else each reference would compute them again.
 */
const byLines = (
  context: SqlContext,
  groups: TermGroups,
  weights: SearchWeights,
  alternative: SearchAlternative,
  { areMany, events }: { readonly events: Fragment; readonly areMany: boolean }
): Fragment => {
  const { sql } = context
  const isOfFound = isFoundIn(context, { uid: "s.event_uid", agendaUid: "s.agenda_uid" }, "f", agendaOfGroups(groups))
  const scored = sql`SELECT s.event_uid AS uid${agendaColumn(context, groups, "s.")}, ${
    scoreLines(context, weights, alternative)
  } AS score FROM ${events} f CROSS JOIN ${sql(eventTextTable)} s WHERE ${isOfFound}`
  return sql`SELECT uid${agendaColumn(context, groups)}, score FROM (${
    areMany ? sql`WITH once AS MATERIALIZED (${scored}) SELECT * FROM once` : scored
  }) scored WHERE score > 0`
}

/** A `SELECT` of `uid` and `score`: the wide events that match, once for each alternative. They are found once. */
const wideByLines = (context: SqlContext, groups: TermGroups, alternatives: ReadonlyArray<SearchAlternative>): Fragment => {
  const { dialect, sql } = context
  const agenda = agendaColumn(context, groups)
  const wide = dialect.eventsWithTerms(sql, anyOf(inAnyGroup(groups, wideTerm)), agendaOfGroups(groups))
  const from = (events: Fragment): Fragment =>
    sql.join(" UNION ALL ", false)(
      alternatives.map((alternative) => byLines(context, groups, searchWeights, alternative, { events, areMany: false }))
    )
  return alternatives.length === 1
    ? from(wide)
    : sql`SELECT uid${agenda}, score FROM (WITH wide_event AS MATERIALIZED (SELECT uid${agenda} FROM ${wide} f) ${
      from(sql.literal("wide_event"))
    }) lines`
}

/** Whether only the lines of an event tell what an alternative gives it. */
const hasLines = (alternative: SearchAlternative): boolean => phrasesOf(alternative).length > 0 || wordsOfRunsOf(alternative).length > 0

/** The only word of an alternative. Null when there are several, or the word is optional. */
const onlyWordOf = (alternative: SearchAlternative): ScoredWord | null => {
  const [word, ...others] = scoredWordsOf(alternative)
  const isOnly = others.length === 0 && !hasLines(alternative)
  return word !== undefined && isOnly && word.optionalIn.length === 0 ? word : null
}

/** A search whose alternatives are single words. */
export interface SearchOfWords {
  /** The term query of each score, highest score first. An event can match several. */
  readonly levels: ReadonlyArray<WeightedQuery>
  /**
   * A `SELECT` of `uid` and `score`: the wide events, which match no level, once for each alternative that they match.
   */
  readonly wide: () => Fragment
  /** What an event must have besides to fit the search by 1; null for a search whose fit only lines tell. */
  readonly fit: TermQuery | null
}

/** The term query of the events with fit 1, for a search of one typed word. Null where the fit needs stored lines. */
const fitQueryOf = (groups: TermGroups, { alternatives, weights }: SearchPlan): TermQuery | null => {
  const [alternative, ...others] = alternatives
  if (alternative === undefined || others.length > 0 || weights !== undefined) return null
  const word = onlyWordOf(alternative)
  // A word that is repeated counts once, and its repetition in a title fits better.
  return word === null || word.typed === null || alternative.inOrder.length > 0 ? null : anyOf(typedTerms(groups, word.typed))
}

/** Null for a search with another alternative than a single word, or with other weights than terms tell. */
export const searchOfWords = (context: SqlContext, groups: TermGroups, search: SearchPlan): SearchOfWords | null => {
  const { alternatives, weights } = search
  const words = alternatives.map(onlyWordOf).filter((word) => word !== null)
  if (weights !== undefined || words.length === 0 || words.length < alternatives.length) return null
  const queries = new Map<number, ReadonlyArray<TermQuery>>()
  for (const word of words) {
    for (const { query, weight } of weightedQueriesOf(groups, word)) {
      const score = weight * word.factor
      queries.set(score, [...queries.get(score) ?? [], query])
    }
  }
  return {
    levels: [...queries].map(([weight, of]) => ({ weight, query: anyOf(of) })).toSorted((left, right) => right.weight - left.weight),
    wide: () => wideByLines(context, groups, alternatives),
    fit: fitQueryOf(groups, search)
  }
}

/** With more words, lines tell the fit: few events are found, and each word would be looked up everywhere. */
const fittedWords_max = 3

/**
 * The fit (`fitOf`) of the event that these columns name, computed from its terms. Stored lines are read only for wide
 * events and for titles that have all words. Null for searches of many words, and on Postgres (`intersectsTerms`) for
 * several words: reading lines is faster there.
 */
export const fitOfTerms = (context: SqlContext, groups: TermGroups, { alternatives }: SearchPlan, on: ScopedColumns): Fragment | null => {
  const { dialect, sql } = context
  const words = alternatives.flatMap((alternative) => alternative.words)
  const phrases = alternatives.flatMap((alternative) => alternative.phrases)
  if (words.length + phrases.length > fittedWords_max || (dialect.intersectsTerms && words.length > 1)) return null
  if (words.length === 0) return sql.literal("0")
  const has = (query: TermQuery): Fragment =>
    sql`${sql.literal(on.uid)} IN (SELECT t.uid FROM ${dialect.eventsWithTerms(sql, query, agendaOfGroups(groups))} t)`
  const ofLines = (fit: Fragment): Fragment => sql`(SELECT ${fit} FROM ${sql(eventTextTable)} s WHERE ${isOfEvent(context, "s", on)})`
  const parts = alternatives.flatMap(({ inOrder, words }) => [
    ...words.map(({ typed }) => sql`CASE WHEN ${has(anyOf(typedTerms(groups, typed)))} THEN 1 ELSE 0 END`),
    ...(inOrder.length === 0 ? [] : [
      sql`CASE WHEN ${has(anyOf(inOrder.map((run) => titleTerms(groups, run))))} THEN ${ofLines(fitInOrder(context, inOrder))} ELSE 0 END`
    ])
  ])
  return sql`CASE WHEN ${has(anyOf(inAnyGroup(groups, wideTerm)))} THEN ${ofLines(fitOfLines(context, alternatives))} ELSE ${
    sql.join(" + ", false)(parts)
  } END`
}

/** A `SELECT` of `uid` and `score`: the events of each level, and the wide ones. */
const byLevels = (context: SqlContext, groups: TermGroups, { levels, wide }: SearchOfWords): Fragment => {
  const { dialect, sql } = context
  return sql.join(" UNION ALL ", false)([
    ...levels.map(({ query, weight }) =>
      sql`SELECT f.uid AS uid${agendaColumn(context, groups, "f.")}, ${sql.literal(String(weight))} AS score FROM ${
        dialect.eventsWithTerms(sql, query, agendaOfGroups(groups))
      } f`
    ),
    wide()
  ])
}

/**
 * A `SELECT` of `uid` and `score`: the events with these words, scored by their terms. The inner query has one row per
 * word and field; the best field of each word counts.
 */
const byTerms = (context: SqlContext, groups: TermGroups, words: ReadonlyArray<ScoredWord>): Fragment => {
  const { dialect, sql } = context
  const agenda = agendaColumn(context, groups)
  const restricting = dialect.intersectsTerms ? restrictingWords(words) : []
  const hits = words.flatMap((one, word) => {
    const others = restricting.flatMap((other) => other === one ? [] : [requiredTerms(groups, other)])
    return weightedQueriesOf(groups, one).map(({ query, weight }) =>
      sql`SELECT f.uid AS uid${agendaColumn(context, groups, "f.")}, ${
        sql.literal(`${word} AS word, ${weight * one.factor} AS worth`)
      } FROM ${dialect.eventsWithTerms(sql, allOf([query, ...others]), agendaOfGroups(groups))} f`
    )
  })
  const scores = words.map((_, word) => sql.literal(`max(CASE WHEN word = ${word} THEN worth ELSE 0 END)`))
  const scored = (where: Fragment): Fragment =>
    sql`SELECT uid${agenda}, ${sql.join(" + ", false)(scores)} AS score FROM (${
      sql.join(" UNION ALL ", false)(hits)
    }) hits${where} GROUP BY uid${agenda}`
  const areMatches = words.length === Math.max(restricting.length, 1) && words.some(({ optionalIn }) => optionalIn.length === 0)
  if (areMatches) return scored(sql.literal(""))
  const required = dialect.eventsWithTerms(sql, allOf(words.map((one) => requiredTerms(groups, one))), agendaOfGroups(groups))
  const isMatch = dialect.inSubquery(sql, sql.literal("hits.uid"), sql`SELECT r.uid FROM ${required} r`)
  return scored(sql` WHERE ${isMatch}`)
}

/** The events that have the terms of an alternative, and the wide ones: a derived table with the column `uid`. */
const mayMatch = ({ dialect, sql }: SqlContext, groups: TermGroups, alternatives: ReadonlyArray<SearchAlternative>): Fragment => {
  const queries = alternatives.map((alternative) =>
    allOf([
      ...phrasesOf(alternative).map((phrase) => requiredTermsOfPhrase(groups, phrase)),
      ...[...scoredWordsOf(alternative), ...wordsOfRunsOf(alternative)].map((one) => requiredTerms(groups, one))
    ])
  )
  return dialect.eventsWithTerms(sql, anyOf([...queries, ...inAnyGroup(groups, wideTerm)]), agendaOfGroups(groups))
}

/**
 * A `SELECT` of `uid` and `score`: each event that matches an alternative, once. Terms tell the default weights only,
 * so lines tell all others.
 */
const compileAlternative = (
  context: SqlContext,
  groups: TermGroups,
  weights: SearchWeights | undefined,
  alternative: SearchAlternative
): Fragment => {
  if (!hasLines(alternative) && weights === undefined) {
    return context.sql`${byTerms(context, groups, scoredWordsOf(alternative))} UNION ALL ${wideByLines(context, groups, [alternative])}`
  }
  return byLines(context, groups, weights ?? searchWeights, alternative, {
    events: mayMatch(context, groups, [alternative]),
    areMany: true
  })
}

/** The only agenda of a scope. Null: there may be several. */
export const agendaOf = (scope: Scope): number | null => {
  if (scope._tag === "Agenda") return scope.agendaUid
  const [only = null, ...others] = scope.within ?? []
  return others.length === 0 ? only : null
}

/** The term groups of a scope's events in a partition's state. */
export const groupsOf = (scope: Scope, state: StatePartition["state"]): TermGroups => {
  const agendaUid = agendaOf(scope)
  return [true, false].flatMap((isPublished) =>
    state === null || (state === publishedState) === isPublished ? [{ agendaUid, isPublished }] : []
  )
}

/** Whether an alternative of a search has so many words that its statements take longer than `mayFind`. */
export const isLongSearch = ({ alternatives }: SearchPlan): boolean =>
  alternatives.some((alternative) => scoredWordsOf(alternative).length > restrictingWords_max)

/** A `SELECT` of one row, or none where no event of a scope and state has the words of an alternative. */
export const mayFind = (context: SqlContext, scope: Scope, state: StatePartition["state"], { alternatives }: SearchPlan): Fragment =>
  context.sql`SELECT uid FROM ${mayMatch(context, groupsOf(scope, state), alternatives)} f LIMIT 1`

/**
 * A derived table with the columns `uid` and `score`: each event of a scope and state that a search finds, once, with
 * the score of `scoreDocument`. Across agendas it includes agendas that are not listed, and has the column `agenda_uid`
 * where keys begin with it.
 */
export const compileSearch = (
  context: SqlContext,
  scope: Scope,
  state: StatePartition["state"],
  { least, search }: Extract<Condition, { readonly _tag: "Search" }>
): Fragment => {
  const { sql } = context
  const { alternatives, weights } = search
  const groups = groupsOf(scope, state)
  const isOne = alternatives.length === 1
  const ofWords = isOne ? null : searchOfWords(context, groups, search)
  const all = ofWords === null
    ? sql.join(" UNION ALL ", false)(alternatives.map((alternative) => compileAlternative(context, groups, weights, alternative)))
    : byLevels(context, groups, ofWords)
  const agenda = agendaColumn(context, groups)
  const best = isOne ? all : sql`SELECT uid${agenda}, max(score) AS score FROM (${all}) found GROUP BY uid${agenda}`
  return least <= 0 ? sql`(${best})` : sql`(SELECT uid${agenda}, score FROM (${best}) found WHERE CAST(score AS bigint) >= ${least})`
}
