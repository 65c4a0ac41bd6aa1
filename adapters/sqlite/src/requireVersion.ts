import { StoreError } from "@agenda-engine/core/domain/EngineError"
import { refail } from "@agenda-engine/sql/refail"
import type { Constructor } from "@effect/sql/Statement"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { sqliteDialect } from "./sqliteDialect.js"

/** The first release without the WAL-reset bug, by which two connections could corrupt a file (sqlite.org/wal.html#walresetbug). */
const oldest = [3, 51, 3] as const

/** The SQLite library that was loaded is too old. */
export class OldSqlite extends Data.TaggedError("OldSqlite")<{
  /** As `sqlite_version()` answers it. */
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
  const place = oldest.findIndex((part, index) => part !== parts[index])
  return place >= 0 && !((parts[place] ?? 0) > (oldest[place] ?? 0))
}

/** Fails with `Unsupported`, whose cause is an `OldSqlite`, where the library behind these statements is too old. */
export const requireVersion = (sql: Constructor): Effect.Effect<void, StoreError> => {
  const operation = "SqliteDatabase.open"
  return sql<{ readonly version: string }>`SELECT sqlite_version() AS version`.pipe(
    refail(sqliteDialect, operation),
    Effect.flatMap(([row]) => {
      const version = row?.version ?? ""
      return isOld(version)
        ? new StoreError({ reason: "Unsupported", operation, cause: new OldSqlite({ version }) })
        : Effect.void
    })
  )
}
