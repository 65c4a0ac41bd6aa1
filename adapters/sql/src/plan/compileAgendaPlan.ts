import type { AgendaPlan } from "@agenda-engine/core/query/agenda/AgendaPlan"
import type { KeyWord } from "@agenda-engine/core/search/wordKeys"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { locationWordTable } from "../database/indexTables.js"
import { bindableText, limitTo } from "../fragment/bindable.js"
import { isOneOf, isOneOfTexts, isWithin, type SqlContext } from "../fragment/isOneOf.js"
import { countedKinds } from "../text/countedWords.js"

/** The last character in sort order: `text + lastCharacter` is an upper bound of all texts that start with `text`. */
const lastCharacter = "\u{10FFFF}"

/** The row `k` counts the published events of an agenda at the location `l`. The range is that of the partial index. */
const countsLocation = `k.token >= 'l:' AND k.token < 'l;' AND k.token = '${countedKinds.location}' || l.location_uid`

/** A compiled agenda search. */
export interface CompiledAgendaPlan {
  /** One row with one column, `total`. */
  readonly count: Statement<Row>
  /** Rows of `agenda`, with the sort key as `key`. */
  readonly page: (limit: number) => Statement<Row>
}

/** Predicates on the agenda `a`: a word matches in its title, a keyword or a location. */
interface FieldMatches {
  readonly title: Fragment
  readonly keyword: Fragment
  readonly location: Fragment
}

/**
 * Predicates that a word matches, by field. Keywords are probed agenda by agenda, because they far outnumber agendas;
 * titles and locations are evaluated once.
 */
const fieldMatches = ({ sql }: SqlContext, matches: (column: string, kind: string) => Fragment): FieldMatches => ({
  title: sql`a.uid IN (SELECT w.agenda_uid FROM agenda_title_word w WHERE ${matches("w.word", "")})`,
  keyword: sql`EXISTS (SELECT 1 FROM agenda_word_count k WHERE k.agenda_uid = a.uid AND ${matches("k.token", countedKinds.keyword)})`,
  location: sql`a.uid IN (SELECT k.agenda_uid FROM ${sql(locationWordTable)} l JOIN agenda_word_count k ON ${
    sql.literal(countsLocation)
  } WHERE ${matches("l.word", "")})`
})

/** The forms of a word, as tokens of a kind. */
const formsOf = ({ forms }: KeyWord, kind: string): ReadonlyArray<string> => forms.map((form) => kind + form)

/** A word, in any of its forms or as a beginning. */
const anyMatches = (context: SqlContext, word: KeyWord): FieldMatches =>
  fieldMatches(context, (column, kind) => {
    const from = bindableText(kind + word.beginning)
    const to = bindableText(kind + word.beginning + lastCharacter)
    const key = context.sql.literal(column)
    return context.sql`(${key} >= ${from} AND ${key} < ${to} OR ${isOneOfTexts(context, column, formsOf(word, kind))})`
  })

const matchesWord = (context: SqlContext, word: KeyWord): Fragment => {
  const { keyword, location, title } = anyMatches(context, word)
  return context.sql`(${title} OR ${keyword} OR ${location})`
}

const wordScore = (context: SqlContext, word: KeyWord): Fragment => {
  const prefix = anyMatches(context, word)
  const whole = fieldMatches(context, (column, kind) => isOneOfTexts(context, column, formsOf(word, kind)))
  return context
    .sql`CASE WHEN ${whole.title} THEN 4 WHEN ${prefix.title} OR ${whole.keyword} OR ${whole.location} THEN 2 ELSE 1 END`
}

const keyOf = (context: SqlContext, plan: AgendaPlan): Fragment => {
  const { sql } = context
  switch (plan.sort) {
    case "uid":
      return sql.literal("0")
    case "createdAt":
      return sql.literal("a.created_at")
    case "recentlyAddedEvents":
      return sql`(SELECT count(*) FROM agenda_event e WHERE e.agenda_uid = a.uid AND e.state = 2 AND e.published_at >= ${plan.recent.gte} AND e.published_at <= ${plan.recent.lte})`
    case "relevance":
      return plan.words.length === 0 ? sql.literal("0") : sql.join(" + ", false)(plan.words.map((word) => wordScore(context, word)))
  }
}

/** Compiles an agenda search to statements. */
export const compileAgendaPlan = (context: SqlContext, plan: AgendaPlan): CompiledAgendaPlan => {
  const { sql } = context
  const where = sql.and([
    sql.literal("a.is_private = 0 AND a.is_indexed = 1"),
    ...(plan.uids === null ? [] : [isOneOf(context, "a.uid", plan.uids)]),
    ...(plan.slugs === null ? [] : [isOneOfTexts(context, "a.slug", plan.slugs)]),
    ...(plan.official === null ? [] : [sql`a.is_official = ${plan.official ? 1 : 0}`]),
    ...(plan.networkUids === null ? [] : [isOneOf(context, "a.network_uid", plan.networkUids)]),
    ...(plan.locationSetUids === null ? [] : [isOneOf(context, "a.location_set_uid", plan.locationSetUids)]),
    ...(plan.updatedAt === null ? [] : [isWithin(context, "a.updated_at", plan.updatedAt)]),
    ...plan.words.map((word) => matchesWord(context, word))
  ])
  const { after } = plan
  const behind = after === null ? sql.literal("1 = 1") : sql`(-p.key, p.uid) > (${0 - after.key}, ${after.uid})`
  return {
    count: sql`SELECT count(*) AS total FROM agenda a WHERE ${where}`,
    page: (limit) =>
      sql`SELECT * FROM (SELECT a.*, ${
        keyOf(context, plan)
      } AS key FROM agenda a WHERE ${where}) p WHERE ${behind} ORDER BY -p.key, p.uid ${limitTo(sql, limit)}`
  }
}
