import type { ExtId } from "@agenda-engine/core/domain/event/Event"
import type { Fragment } from "@effect/sql/Statement"
import { bindableText } from "../../fragment/bindable.js"
import type { ScopedColumns } from "../../fragment/Columns.js"
import { alwaysFalse, inlined_max, type SqlContext } from "../../fragment/isOneOf.js"
import { isOfEvent } from "../../fragment/ofEvent.js"
import { compileScope } from "./compileScope.js"

/** The rows `x` of the external-id table that match. */
interface ExtIdRows {
  /** A `FROM` item. */
  readonly rows: Fragment
  /**
   * Whether ids are probed one by one with an index join, because comparing every row to every id would be quadratic.
   */
  readonly areMany: boolean
}

/** The rows of external ids that equal one of these and meet `where`. */
export const extIdRows = ({ dialect, sql }: SqlContext, extIds: ReadonlyArray<ExtId>, where: Fragment): ExtIdRows => {
  const bindable = extIds.filter(({ key, value }) => bindableText(key) !== null && bindableText(value) !== null)
  if (bindable.length <= inlined_max) {
    const isAnyOfThem = bindable.length === 0
      ? alwaysFalse(sql)
      : sql.or(bindable.map(({ key, value }) => sql`(x.ext_key = ${key} AND x.ext_value = ${value})`))
    return { rows: sql`agenda_ext_id x WHERE ${where} AND ${isAnyOfThem}`, areMany: false }
  }
  return {
    rows: dialect.indexJoin(sql, dialect.rows(sql, { key: "text", value: "text" }, JSON.stringify(bindable)), {
      table: "agenda_ext_id",
      name: "x",
      column: "ext_value",
      where: sql`${where} AND x.ext_key = r.key AND x.ext_value = r.value`
    }),
    areMany: true
  }
}

/** Predicate: the event has one of these external ids. */
export const hasExtId = (context: SqlContext, extIds: ReadonlyArray<ExtId>, on: ScopedColumns): Fragment => {
  const { sql } = context
  const inScope = extIdRows(context, extIds, compileScope(context, on.scope, "x.agenda_uid"))
  if (inScope.areMany) return context.dialect.inSubquery(sql, sql.literal(on.uid), sql`SELECT x.event_uid FROM ${inScope.rows}`)
  return sql`EXISTS (SELECT 1 FROM ${extIdRows(context, extIds, isOfEvent(context, "x", on)).rows})`
}
