import type { Constructor, Fragment } from "@effect/sql/Statement"
import type { Dialect } from "./Dialect.js"
import { soughtNumbers, soughtTexts } from "./Sought.js"

/** What statements are made with. */
export interface Words {
  readonly sql: Constructor
  readonly dialect: Dialect
}

/** What nothing meets. */
export const never = (sql: Constructor): Fragment => sql.literal("1 = 0")

/** What everything meets. */
export const always = (sql: Constructor): Fragment => sql.literal("1 = 1")

/** `column` is one of these integers. A single one is compared by itself: it says most to a query planner. */
export const isOneOf = ({ dialect, sql }: Words, column: string, values: ReadonlyArray<number>): Fragment => {
  const sought = soughtNumbers(values)
  if (sought.length === 0) return never(sql)
  const literal = sql.literal(column)
  return sought.length === 1 ? sql`${literal} = ${sought[0]}` : dialect.isAnyOf(sql, literal, sought)
}

/** `column` is one of these texts, likewise. */
export const isOneOfTexts = ({ dialect, sql }: Words, column: string, values: ReadonlyArray<string>): Fragment => {
  const sought = soughtTexts(values)
  if (sought.length === 0) return never(sql)
  const literal = sql.literal(column)
  return sought.length === 1 ? sql`${literal} = ${sought[0]}` : dialect.isAnyOfTexts(sql, literal, sought)
}
