import type { Constructor, Fragment } from "@effect/sql/Statement"

/**
 * At most so many rows: what ends a `SELECT`. A cast, for SQLite looks at a limit that is a parameter when it plans, and compiles the statement
 * again each time it is run. Of 64 bits, for Postgres takes a parameter to be of what it is cast to.
 */
export const limitTo = (sql: Constructor, rows: number): Fragment => sql`LIMIT CAST(${rows} AS bigint)`
