import type { Constructor, Fragment } from "@effect/sql/Statement"

/**
 * At most so many rows: what ends a `SELECT`. A sum, for SQLite looks at a limit that is a parameter when it plans, and compiles the statement
 * again each time it is run.
 */
export const limitTo = (sql: Constructor, rows: number): Fragment => sql`LIMIT ${rows} + 0`
