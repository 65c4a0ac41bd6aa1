import type { Constructor, Fragment } from "@effect/sql/Statement"

/**
 * `LIMIT`, the last clause of a `SELECT`. SQLite re-prepares a statement whose `LIMIT` is a plain bind value on every
 * run; the cast prevents that. It is 64-bit because Postgres infers the parameter's type from the cast.
 */
export const limitTo = (sql: Constructor, rows: number): Fragment => sql`LIMIT CAST(${rows} AS bigint)`
