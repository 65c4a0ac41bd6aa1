import type { LocationPlan } from "@agenda-engine/core/query/LocationPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { isOneOf, type Words } from "./isOneOf.js"
import { isWithin } from "./isWithin.js"
import { limitTo } from "./limitTo.js"
import { locationColumns } from "./row/LocationRow.js"
import { soughtText } from "./Sought.js"

/** A list of locations as statements. */
export interface CompiledLocationPlan {
  /** One row with one column, `total`. */
  readonly count: Statement<Row>
  /** Rows of `agenda_location`. */
  readonly page: (limit: number) => Statement<Row>
}

const columns = { name: "name_folded", createdAt: "created_at", updatedAt: "updated_at" } as const

/** The locations that the agenda made, and those that others made for its set: each is a range of an index. */
const scopesOf = ({ sql }: Words, { agendaUid, setUid }: LocationPlan): ReadonlyArray<Fragment> => [
  sql`l.agenda_uid = ${agendaUid}`,
  ...(setUid === null ? [] : [sql`l.set_uid = ${setUid} AND l.agenda_uid <> ${agendaUid}`])
]

const conditionsOf = (words: Words, plan: LocationPlan): ReadonlyArray<Fragment> => {
  const { dialect, sql } = words
  return [
    ...plan.words.map((word) => dialect.contains(sql, sql.literal("l.search"), soughtText(word))),
    ...(plan.states === null ? [] : [isOneOf(words, "l.state", plan.states)]),
    ...(plan.createdAt === null ? [] : [isWithin(words, "l.created_at", plan.createdAt)]),
    ...(plan.updatedAt === null ? [] : [isWithin(words, "l.updated_at", plan.updatedAt)])
  ]
}

/** What stands behind the plan's place. */
const behind = ({ sql }: Words, { after, sort }: LocationPlan): ReadonlyArray<Fragment> => {
  if (after === null) return []
  const key = sql.literal(`l.${columns[sort.key]}`)
  const at = sort.key === "name" ? soughtText(after.name) : after[sort.key]
  return sort.direction === "asc"
    ? [sql`(${key}, l.uid) > (${at}, ${after.uid})`]
    : [sql`${key} <= ${at} AND (${key} < ${at} OR l.uid > ${after.uid})`]
}

/** Compiles a list of locations. With a set, the page is merged from as many of the agenda's own and as many of the others' as it may hold. */
export const compileLocationPlan = (words: Words, plan: LocationPlan): CompiledLocationPlan => {
  const { sql } = words
  const scopes = scopesOf(words, plan)
  const conditions = conditionsOf(words, plan)
  const order = sql.literal(`ORDER BY l.${columns[plan.sort.key]} ${plan.sort.direction === "asc" ? "ASC" : "DESC"}, l.uid`)
  const skip = plan.after === null ? plan.skip : 0
  const stretch = (scope: Fragment, limit: number): Fragment =>
    sql`SELECT * FROM (SELECT * FROM agenda_location l WHERE ${sql.and([scope, ...conditions, ...behind(words, plan)])} ${order} ${
      limitTo(sql, limit)
    }) stretch`
  return {
    count: sql`SELECT ${
      sql.join(" + ", false)(
        scopes.map((scope) => sql`(SELECT count(*) FROM agenda_location l WHERE ${sql.and([scope, ...conditions])})`)
      )
    } AS total`,
    page: (limit) => {
      const reached = Math.min(limit + skip, Number.MAX_SAFE_INTEGER)
      return sql`SELECT ${sql.literal(locationColumns)} FROM (${
        sql.join(" UNION ALL ", false)(scopes.map((scope) => stretch(scope, reached)))
      }) l ${order} ${limitTo(sql, limit)} OFFSET ${skip}`
    }
  }
}
