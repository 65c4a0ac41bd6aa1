import type { ExtId } from "@agenda-engine/core/domain/Event"
import type { Fragment } from "@effect/sql/Statement"
import { never, type Words } from "./isOneOf.js"
import { apart_max } from "./isWithin.js"
import { soughtText } from "./Sought.js"

/** The row `x` of an external id is one of these. */
export const namedBy = ({ dialect, sql }: Words, extIds: ReadonlyArray<ExtId>): Fragment => {
  const sought = extIds.filter(({ key, value }) => soughtText(key) !== null && soughtText(value) !== null)
  if (sought.length === 0) return never(sql)
  if (sought.length <= apart_max) return sql.or(sought.map(({ key, value }) => sql`(x.ext_key = ${key} AND x.ext_value = ${value})`))
  return sql`EXISTS (SELECT 1 FROM ${
    dialect.rows(sql, { key: "text", value: "text" }, JSON.stringify(sought))
  } WHERE r.key = x.ext_key AND r.value = x.ext_value)`
}
