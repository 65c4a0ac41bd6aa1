import type { LocationPlan } from "@agenda-engine/core/query/LocationPlan"
import type { Row } from "@effect/sql/SqlConnection"
import type { Fragment, Statement } from "@effect/sql/Statement"
import type { Words } from "./isOneOf.js"
import { locationColumns } from "./row/LocationRow.js"
import { soughtNumber, soughtText } from "./Sought.js"

/** A list of locations as statements. */
export interface CompiledLocationPlan {
  /** One row with one column, `total`. */
  readonly count: Statement<Row>
  /** Rows of `agenda_location`. */
  readonly page: (limit: number) => Statement<Row>
}

const columns = { name: "name_folded", createdAt: "created_at", updatedAt: "updated_at" } as const

/** Compiles a list of locations. A page goes on behind the location it names, wherever that one stands now. */
export const compileLocationPlan = ({ dialect, sql }: Words, plan: LocationPlan): CompiledLocationPlan => {
  const column = columns[plan.sort.key]
  const key = sql.literal(`l.${column}`)
  const last = sql.literal(`last.${column}`)
  const [direction, beyond] = plan.sort.direction === "asc"
    ? [sql.literal("ASC"), sql.literal(">")]
    : [sql.literal("DESC"), sql.literal("<")]
  const where = sql.and([
    plan.setUid === null
      ? sql`l.agenda_uid = ${plan.agendaUid}`
      : sql`(l.agenda_uid = ${plan.agendaUid} OR l.set_uid = ${plan.setUid})`,
    ...plan.words.map((word) => dialect.contains(sql, sql.literal("l.search"), soughtText(word)))
  ])
  const behind: Fragment = plan.afterUid === null
    ? sql.literal("1 = 1")
    : sql`EXISTS (SELECT 1 FROM agenda_location last WHERE last.uid = ${
      soughtNumber(plan.afterUid)
    } AND (${key} ${beyond} ${last} OR (${key} = ${last} AND l.uid > last.uid)))`
  const passing = plan.afterUid === null && plan.skip > 0 ? sql` OFFSET ${plan.skip}` : sql.literal("")
  return {
    count: sql`SELECT count(*) AS total FROM agenda_location l WHERE ${where}`,
    page: (limit) =>
      sql`SELECT ${
        sql.literal(locationColumns)
      } FROM agenda_location l WHERE ${where} AND ${behind} ORDER BY ${key} ${direction}, l.uid LIMIT ${limit}${passing}`
  }
}
