import type { ExtId } from "@agenda-engine/core/domain/Event"
import type { Fragment } from "@effect/sql/Statement"
import type { ScopedColumns } from "./Columns.js"
import { compileScopeAtOnce } from "./compileScope.js"
import { never, type Words } from "./isOneOf.js"
import { apart_max } from "./isWithin.js"
import { soughtText } from "./Sought.js"

/** The rows `x` of external ids that are some of these. */
interface NamedRows {
  /** To be put behind `FROM`. */
  readonly rows: Fragment
  /** There are so many that rows are looked for id by id: looking at every id for every row costs their product. */
  readonly areMany: boolean
}

/** The rows of external ids that are one of these, and of which this holds. */
export const namedBy = ({ dialect, sql }: Words, extIds: ReadonlyArray<ExtId>, where: Fragment): NamedRows => {
  const sought = extIds.filter(({ key, value }) => soughtText(key) !== null && soughtText(value) !== null)
  if (sought.length <= apart_max) {
    const isSought = sought.length === 0
      ? never(sql)
      : sql.or(sought.map(({ key, value }) => sql`(x.ext_key = ${key} AND x.ext_value = ${value})`))
    return { rows: sql`agenda_ext_id x WHERE ${where} AND ${isSought}`, areMany: false }
  }
  return {
    rows: dialect.lookUp(sql, dialect.rows(sql, { key: "text", value: "text" }, JSON.stringify(sought)), {
      table: "agenda_ext_id",
      name: "x",
      column: "ext_value",
      where: sql`${where} AND x.ext_key = r.key AND x.ext_value = r.value`
    }),
    areMany: true
  }
}

/** The event of a row has one of these external ids. */
export const isNamed = (words: Words, extIds: ReadonlyArray<ExtId>, on: ScopedColumns): Fragment => {
  const { sql } = words
  const inScope = namedBy(words, extIds, compileScopeAtOnce(words, on.scope, "x.agenda_uid"))
  if (inScope.areMany) return words.dialect.isAmongFound(sql, sql.literal(on.uid), sql`SELECT x.event_uid FROM ${inScope.rows}`)
  return sql`EXISTS (SELECT 1 FROM ${namedBy(words, extIds, sql`x.event_uid = ${sql.literal(on.uid)}`).rows})`
}
