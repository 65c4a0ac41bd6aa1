import type { SqlDatabase } from "@agenda-engine/sql/database/SqlDatabase"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/**
 * Analyzes all tables, and vacuums them until all rows are visible to all. A snapshot of autovacuum, which analyzes a
 * catalog, may keep some rows from it: the planner then takes other indexes.
 */
export const vacuum = ({ sql }: SqlDatabase): Effect.Effect<unknown, SqlError> =>
  sql`VACUUM ANALYZE`.pipe(
    Effect.zipRight(sql`SELECT relname FROM pg_class WHERE relname LIKE 'agenda%' AND relkind = 'r' AND relallvisible < relpages`),
    Effect.repeat({ until: (rows) => rows.length === 0 })
  )
