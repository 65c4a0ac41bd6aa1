import type { AgendaPlan } from "@agenda-engine/core/query/AgendaPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { isOneOf, isOneOfTexts, type Words } from "./isOneOf.js"
import { isWithin } from "./isWithin.js"
import { limitTo } from "./limitTo.js"
import { soughtText } from "./Sought.js"

/** No character sorts behind it: with it appended, a text is an upper bound of everything that begins with that text. */
const lastCharacter = "\u{10FFFF}"

/** An agenda search as statements. */
export interface CompiledAgendaPlan {
  /** One row with one column, `total`. */
  readonly count: Statement<Row>
  /** Rows of `agenda` with the `key` that they are ordered by. */
  readonly page: (limit: number) => Statement<Row>
}

/** Where a word may be found, as conditions on the agenda `a`. */
interface Places {
  readonly title: Fragment
  readonly keyword: Fragment
  readonly location: Fragment
}

/**
 * Where something that holds of a word is found. Of keywords there are many more than agendas: they are looked up agenda by agenda. The
 * others are few, or to be had by location alone: they are found once.
 */
const places = ({ sql }: Words, holds: (word: Fragment) => Fragment): Places => ({
  title: sql`a.uid IN (SELECT w.agenda_uid FROM agenda_word w WHERE ${holds(sql.literal("w.word"))})`,
  keyword: sql`EXISTS (SELECT 1 FROM agenda_key_word k WHERE k.agenda_uid = a.uid AND ${holds(sql.literal("k.word"))})`,
  location:
    sql`a.uid IN (SELECT e.agenda_uid FROM agenda_location_word l JOIN agenda_event e ON e.location_uid = l.location_uid AND e.state = 2 WHERE ${
      holds(sql.literal("l.word"))
    })`
})

const beginnings = (words: Words, word: string): Places =>
  places(words, (column) => words.sql`${column} >= ${soughtText(word)} AND ${column} < ${soughtText(word + lastCharacter)}`)

const isFound = (words: Words, word: string): Fragment => {
  const { keyword, location, title } = beginnings(words, word)
  return words.sql`(${title} OR ${keyword} OR ${location})`
}

/** What a word that is found counts. */
const countOf = (words: Words, word: string): Fragment => {
  const begins = beginnings(words, word)
  const whole = places(words, (column) => words.sql`${column} = ${soughtText(word)}`)
  return words
    .sql`CASE WHEN ${whole.title} THEN 4 WHEN ${begins.title} OR ${whole.keyword} OR ${whole.location} THEN 2 ELSE 1 END`
}

const keyOf = (words: Words, plan: AgendaPlan): Fragment => {
  const { sql } = words
  switch (plan.sort) {
    case "uid":
      return sql.literal("0")
    case "createdAt":
      return sql.literal("a.created_at")
    case "recentlyAddedEvents":
      return sql`(SELECT count(*) FROM agenda_event e WHERE e.agenda_uid = a.uid AND e.state = 2 AND e.published_at >= ${plan.recent.gte} AND e.published_at <= ${plan.recent.lte})`
    case "relevance":
      return plan.words.length === 0 ? sql.literal("0") : sql.join(" + ", false)(plan.words.map((word) => countOf(words, word)))
  }
}

/** Compiles an agenda search. */
export const compileAgendaPlan = (words: Words, plan: AgendaPlan): CompiledAgendaPlan => {
  const { sql } = words
  const where = sql.and([
    sql.literal("a.is_private = 0 AND a.is_indexed = 1"),
    ...(plan.uids === null ? [] : [isOneOf(words, "a.uid", plan.uids)]),
    ...(plan.slugs === null ? [] : [isOneOfTexts(words, "a.slug", plan.slugs)]),
    ...(plan.official === null ? [] : [sql`a.is_official = ${plan.official ? 1 : 0}`]),
    ...(plan.networkUids === null ? [] : [isOneOf(words, "a.network_uid", plan.networkUids)]),
    ...(plan.locationSetUids === null ? [] : [isOneOf(words, "a.location_set_uid", plan.locationSetUids)]),
    ...(plan.updatedAt === null ? [] : [isWithin(words, "a.updated_at", plan.updatedAt)]),
    ...plan.words.map((word) => isFound(words, word))
  ])
  const { after } = plan
  const behind = after === null ? sql.literal("1 = 1") : sql`(-p.key, p.uid) > (${0 - after.key}, ${after.uid})`
  return {
    count: sql`SELECT count(*) AS total FROM agenda a WHERE ${where}`,
    page: (limit) =>
      sql`SELECT * FROM (SELECT a.*, ${keyOf(words, plan)} AS key FROM agenda a WHERE ${where}) p WHERE ${behind} ORDER BY -p.key, p.uid ${
        limitTo(sql, limit)
      }`
  }
}
