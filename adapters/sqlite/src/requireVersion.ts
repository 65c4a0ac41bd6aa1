import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { mapSqlError } from "@agenda-engine/sql/database/mapSqlError"
import type { Constructor } from "@effect/sql/Statement"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { sqliteDialect } from "./sqliteDialect.js"

/**
 * The first release without the WAL-reset bug, which could corrupt a file used by two connections
 * (sqlite.org/wal.html#walresetbug).
 */
const oldest = [3, 51, 3] as const

/** The loaded SQLite library is too old. */
export class OldSqlite extends Data.TaggedError("OldSqlite")<{
  /** As returned by `sqlite_version()`. */
  readonly version: string
}> {
  override get message(): string {
    return `SQLite ${this.version} can corrupt databases in WAL mode; version ${
      oldest.join(".")
    } or later is needed (better-sqlite3 12.11.1 has one)`
  }
}

const isOld = (version: string): boolean => {
  const parts = version.split(".").map(Number)
  const differing = oldest.findIndex((part, index) => part !== parts[index])
  return differing >= 0 && !((parts[differing] ?? 0) > (oldest[differing] ?? 0))
}

/** Fails with `Unsupported` (cause: `OldSqlite`) when the SQLite library is too old. */
export const requireVersion = (sql: Constructor): Effect.Effect<void, StoreError> => {
  const operation = "SqliteDatabase.open"
  return sql<{ readonly version: string }>`SELECT sqlite_version() AS version`.pipe(
    mapSqlError(sqliteDialect, operation),
    Effect.flatMap(([row]) => {
      const version = row?.version ?? ""
      return isOld(version)
        ? new StoreError({ reason: "Unsupported", operation, cause: new OldSqlite({ version }) })
        : Effect.void
    })
  )
}
