import type { Constructor, Fragment } from "@effect/sql/Statement"
import { bindableNumbers, bindableTexts } from "./bindable.js"
import type { Dialect } from "./Dialect.js"

/** What SQL fragments are built with. */
export interface SqlContext {
  readonly sql: Constructor
  readonly dialect: Dialect
}

/** Always-false predicate. */
export const alwaysFalse = (sql: Constructor): Fragment => sql.literal("1 = 0")

/** Always-true predicate. */
export const alwaysTrue = (sql: Constructor): Fragment => sql.literal("1 = 1")

/** `column IN values`, for integers. A single value compiles to `=`, which planners estimate best. */
export const isOneOf = ({ dialect, sql }: SqlContext, column: string, values: ReadonlyArray<number>): Fragment => {
  const bindable = bindableNumbers(values)
  if (bindable.length === 0) return alwaysFalse(sql)
  const literal = sql.literal(column)
  return bindable.length === 1 ? sql`${literal} = ${bindable[0]}` : dialect.isAnyOf(sql, literal, bindable)
}

/** `isOneOf` for texts. */
export const isOneOfTexts = ({ dialect, sql }: SqlContext, column: string, values: ReadonlyArray<string>): Fragment => {
  const bindable = bindableTexts(values)
  if (bindable.length === 0) return alwaysFalse(sql)
  const literal = sql.literal(column)
  return bindable.length === 1 ? sql`${literal} = ${bindable[0]}` : dialect.isAnyOfTexts(sql, literal, bindable)
}
