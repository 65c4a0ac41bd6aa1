import type { LocationPlan } from "@agenda-engine/core/query/location/LocationPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import { bindableText, limitTo } from "../fragment/bindable.js"
import { isOneOf, isWithin, type SqlContext } from "../fragment/isOneOf.js"
import { locationColumns } from "../row/LocationRow.js"

/** A compiled list of locations. */
export interface CompiledLocationPlan {
  /** One row with one column, `total`. */
  readonly count: Statement<Row>
  /** Rows of `agenda_location`. */
  readonly page: (limit: number) => Statement<Row>
}

const columns = { name: "name_folded", createdAt: "created_at", updatedAt: "updated_at" } as const

/** The agenda's own locations, and those of other agendas in its set. Each scope is one index range. */
const scopesOf = ({ sql }: SqlContext, { agendaUid, setUid }: LocationPlan): ReadonlyArray<Fragment> => [
  sql`l.agenda_uid = ${agendaUid}`,
  ...(setUid === null ? [] : [sql`l.set_uid = ${setUid} AND l.agenda_uid <> ${agendaUid}`])
]

const conditionsOf = (context: SqlContext, plan: LocationPlan): ReadonlyArray<Fragment> => {
  const { dialect, sql } = context
  return [
    ...plan.words.map(({ beginning, forms }) =>
      sql.or(
        [beginning, ...forms.map((form) => ` ${form} `)].map((text) =>
          dialect.contains(sql, sql.literal("l.search_text"), bindableText(text))
        )
      )
    ),
    ...(plan.states === null ? [] : [isOneOf(context, "l.state", plan.states)]),
    ...(plan.createdAt === null ? [] : [isWithin(context, "l.created_at", plan.createdAt)]),
    ...(plan.updatedAt === null ? [] : [isWithin(context, "l.updated_at", plan.updatedAt)])
  ]
}

/** The predicate of the rows after the plan's cursor. */
const after = ({ sql }: SqlContext, { after, sort }: LocationPlan): ReadonlyArray<Fragment> => {
  if (after === null) return []
  const key = sql.literal(`l.${columns[sort.key]}`)
  const at = sort.key === "name" ? bindableText(after.name) : after[sort.key]
  return sort.direction === "asc"
    ? [sql`(${key}, l.uid) > (${at}, ${after.uid})`]
    : [sql`${key} <= ${at} AND (${key} < ${at} OR l.uid > ${after.uid})`]
}

/** Compiles a list of locations to statements. With a set, the page merges up to `limit` rows of each scope. */
export const compileLocationPlan = (context: SqlContext, plan: LocationPlan): CompiledLocationPlan => {
  const { sql } = context
  const scopes = scopesOf(context, plan)
  const conditions = conditionsOf(context, plan)
  const order = sql.literal(`ORDER BY l.${columns[plan.sort.key]} ${plan.sort.direction === "asc" ? "ASC" : "DESC"}, l.uid`)
  const skip = plan.after === null ? plan.skip : 0
  const branch = (scope: Fragment, limit: number): Fragment =>
    sql`SELECT * FROM (SELECT * FROM agenda_location l WHERE ${sql.and([scope, ...conditions, ...after(context, plan)])} ${order} ${
      limitTo(sql, limit)
    }) branch`
  return {
    count: sql`SELECT ${
      sql.join(" + ", false)(
        scopes.map((scope) => sql`(SELECT count(*) FROM agenda_location l WHERE ${sql.and([scope, ...conditions])})`)
      )
    } AS total`,
    page: (limit) => {
      const branchLimit = Math.min(limit + skip, Number.MAX_SAFE_INTEGER)
      return sql`SELECT ${sql.literal(locationColumns)} FROM (${
        sql.join(" UNION ALL ", false)(scopes.map((scope) => branch(scope, branchLimit)))
      }) l ${order} ${limitTo(sql, limit)} OFFSET ${skip}`
    }
  }
}
