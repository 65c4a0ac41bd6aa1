import type { AgendaPlan } from "@agenda-engine/core/query/AgendaPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { isOneOf, isOneOfTexts, never, type Words } from "./isOneOf.js"
import { isWithin } from "./isWithin.js"
import { soughtTexts } from "./Sought.js"

/** No character sorts behind it: with it appended, a text is an upper bound of everything that begins with that text. */
const lastCharacter = "\u{10FFFF}"

const wordColumns = { place: "integer", word: "text", beyond: "text" } as const

/** An agenda search as statements. */
export interface CompiledAgendaPlan {
  /** One row with one column, `total`. */
  readonly count: Statement<Row>
  /** Rows of `agenda` with the `key` that they are ordered by. */
  readonly page: (limit: number) => Statement<Row>
}

/**
 * The agendas in which each of some words is found, as `agenda_uid` and `score`: one text of a statement for any number of words. The words
 * are a table `r`, and joined in this order, so that each is a range of the index on the words of titles, keywords or locations.
 */
const finding = ({ dialect, sql }: Words, words: ReadonlyArray<string>): Fragment => {
  const rows = JSON.stringify(words.map((word, place) => ({ place, word, beyond: word + lastCharacter })))
  const sought = () => dialect.rows(sql, wordColumns, rows)
  return sql`(SELECT m.agenda_uid, sum(m.score) AS score FROM (
    SELECT u.place, u.agenda_uid, max(u.score) AS score FROM (
      SELECT r.place, w.agenda_uid, CASE WHEN w.word = r.word THEN 4 ELSE 2 END AS score
        FROM ${sought()} CROSS JOIN agenda_word w WHERE w.word >= r.word AND w.word < r.beyond
      UNION ALL SELECT r.place, k.agenda_uid, CASE WHEN k.word = r.word THEN 2 ELSE 1 END
        FROM ${sought()} CROSS JOIN agenda_key_word k WHERE k.word >= r.word AND k.word < r.beyond
      UNION ALL SELECT r.place, e.agenda_uid, CASE WHEN l.word = r.word THEN 2 ELSE 1 END
        FROM ${sought()} CROSS JOIN agenda_location_word l CROSS JOIN agenda_event e
        WHERE l.word >= r.word AND l.word < r.beyond AND e.location_uid = l.location_uid AND e.state = 2
    ) u GROUP BY u.place, u.agenda_uid
  ) m GROUP BY m.agenda_uid HAVING count(*) = ${words.length})`
}

const keyOf = ({ sql }: Words, plan: AgendaPlan): Fragment => {
  switch (plan.sort) {
    case "uid":
      return sql.literal("0")
    case "createdAt":
      return sql.literal("a.created_at")
    case "recentlyAddedEvents":
      return sql`(SELECT count(*) FROM agenda_event e WHERE e.agenda_uid = a.uid AND e.state = 2 AND e.published_at >= ${plan.recent.gte} AND e.published_at <= ${plan.recent.lte})`
    case "relevance":
      return sql.literal(plan.words.length === 0 ? "0" : "f.score")
  }
}

/** Compiles an agenda search. */
export const compileAgendaPlan = (words: Words, plan: AgendaPlan): CompiledAgendaPlan => {
  const { sql } = words
  const from = plan.words.length === 0
    ? sql.literal("agenda a")
    : sql`agenda a JOIN ${finding(words, soughtTexts(plan.words))} f ON f.agenda_uid = a.uid`
  const where = sql.and([
    sql.literal("a.is_private = 0 AND a.is_indexed = 1"),
    ...(soughtTexts(plan.words).length < plan.words.length ? [never(sql)] : []),
    ...(plan.uids === null ? [] : [isOneOf(words, "a.uid", plan.uids)]),
    ...(plan.slugs === null ? [] : [isOneOfTexts(words, "a.slug", plan.slugs)]),
    ...(plan.official === null ? [] : [sql`a.is_official = ${plan.official ? 1 : 0}`]),
    ...(plan.networkUids === null ? [] : [isOneOf(words, "a.network_uid", plan.networkUids)]),
    ...(plan.locationSetUids === null ? [] : [isOneOf(words, "a.location_set_uid", plan.locationSetUids)]),
    ...(plan.updatedAt === null ? [] : [isWithin(words, "a.updated_at", plan.updatedAt)])
  ])
  const { after } = plan
  const behind = after === null ? sql.literal("1 = 1") : sql`(-p.key, p.uid) > (${0 - after.key}, ${after.uid})`
  return {
    count: sql`SELECT count(*) AS total FROM ${from} WHERE ${where}`,
    page: (limit) =>
      sql`SELECT * FROM (SELECT a.*, ${
        keyOf(words, plan)
      } AS key FROM ${from} WHERE ${where}) p WHERE ${behind} ORDER BY -p.key, p.uid LIMIT ${limit}`
  }
}
