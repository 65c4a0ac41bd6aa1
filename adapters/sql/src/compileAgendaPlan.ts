import type { AgendaPlan } from "@agenda-engine/core/query/AgendaPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { isOneOf, isOneOfTexts, type Words } from "./isOneOf.js"
import { soughtText } from "./Sought.js"

/** No character sorts behind it: with it appended, a text is an upper bound of everything that begins with that text. */
const lastCharacter = "\u{10FFFF}"

/** An agenda search as statements. */
export interface CompiledAgendaPlan {
  /** One row with one column, `total`. */
  readonly count: Statement<Row>
  /** Rows of `agenda` with their `score`. */
  readonly page: (limit: number) => Statement<Row>
}

/** Compiles an agenda search. Words are looked up in `agenda_word`, which holds each word of each title once. */
export const compileAgendaPlan = (words: Words, plan: AgendaPlan): CompiledAgendaPlan => {
  const { sql } = words
  const beginning = (word: string): Fragment =>
    sql`a.uid IN (SELECT w.agenda_uid FROM agenda_word w WHERE w.word >= ${soughtText(word)} AND w.word < ${
      soughtText(word + lastCharacter)
    })`
  const isWhole = (word: string): Fragment =>
    sql`CASE WHEN EXISTS (SELECT 1 FROM agenda_word w WHERE w.word = ${soughtText(word)} AND w.agenda_uid = a.uid) THEN 2 ELSE 1 END`

  const where = sql.and([
    sql.literal("a.is_private = 0 AND a.is_indexed = 1"),
    ...(plan.uids === null ? [] : [isOneOf(words, "a.uid", plan.uids)]),
    ...(plan.slugs === null ? [] : [isOneOfTexts(words, "a.slug", plan.slugs)]),
    ...(plan.official === null ? [] : [sql`a.is_official = ${plan.official ? 1 : 0}`]),
    ...plan.words.map(beginning)
  ])
  const score = plan.sort === "uid" || plan.words.length === 0
    ? sql.literal("0")
    : sql.join(" + ", false)(plan.words.map(isWhole))
  const { after } = plan
  const behind = after === null ? sql.literal("1 = 1") : sql`(-scored.score, scored.uid) > (${0 - after.score}, ${after.uid})`
  return {
    count: sql`SELECT count(*) AS total FROM agenda a WHERE ${where}`,
    page: (limit) =>
      sql`SELECT * FROM (SELECT a.*, ${score} AS score FROM agenda a WHERE ${where}) scored WHERE ${behind} ORDER BY -scored.score, scored.uid LIMIT ${limit}`
  }
}
