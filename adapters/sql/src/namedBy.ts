import type { ExtId } from "@agenda-engine/core/domain/Event"
import type { Fragment } from "@effect/sql/Statement"
import type { ScopedColumns } from "./Columns.js"
import { compileScopeAtOnce } from "./compileScope.js"
import { isAmongFew } from "./isAmongFew.js"
import { never, type Words } from "./isOneOf.js"
import { apart_max } from "./isWithin.js"
import { soughtText } from "./Sought.js"

/** The rows `x` of external ids that are some of these: what they come from, and what holds of them. */
interface NamedRows {
  readonly from: Fragment
  readonly where: Fragment
  /** There are so many that rows are looked for id by id: looking at every id for every row costs their product. */
  readonly areMany: boolean
}

/** The rows of external ids that are one of these, in whatever agenda. */
export const namedBy = ({ dialect, sql }: Words, extIds: ReadonlyArray<ExtId>): NamedRows => {
  const sought = extIds.filter(({ key, value }) => soughtText(key) !== null && soughtText(value) !== null)
  const from = sql.literal("agenda_ext_id x")
  if (sought.length === 0) return { from, where: never(sql), areMany: false }
  if (sought.length <= apart_max) {
    return {
      from,
      where: sql.or(sought.map(({ key, value }) => sql`(x.ext_key = ${key} AND x.ext_value = ${value})`)),
      areMany: false
    }
  }
  return {
    from: sql`${dialect.rows(sql, { key: "text", value: "text" }, JSON.stringify(sought))} CROSS JOIN ${from}`,
    where: sql.literal("x.ext_key = r.key AND x.ext_value = r.value"),
    areMany: true
  }
}

/** The event of a row has one of these external ids. */
export const isNamed = (words: Words, extIds: ReadonlyArray<ExtId>, on: ScopedColumns): Fragment => {
  const { sql } = words
  const { areMany, from, where } = namedBy(words, extIds)
  return areMany
    ? isAmongFew(
      words,
      on.uid,
      sql`SELECT x.event_uid FROM ${from} WHERE ${compileScopeAtOnce(words, on.scope, "x.agenda_uid")} AND ${where}`
    )
    : sql`EXISTS (SELECT 1 FROM ${from} WHERE x.event_uid = ${sql.literal(on.uid)} AND ${where})`
}
