import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { storeError } from "@agenda-engine/sql/database/mapSqlError"
import { SqlError } from "@effect/sql/SqlError"
import { expect, it } from "vitest"
import { sqliteDialect } from "../src/sqliteDialect.js"

it.each<[code: string, reason: StoreError["reason"]]>([
  ["SQLITE_BUSY", "Conflict"],
  ["SQLITE_BUSY_SNAPSHOT", "Conflict"],
  ["SQLITE_LOCKED_SHAREDCACHE", "Conflict"],
  ["SQLITE_CONSTRAINT_UNIQUE", "Conflict"],
  ["SQLITE_CONSTRAINT_PRIMARYKEY", "Conflict"],
  ["SQLITE_CONSTRAINT_NOTNULL", "Corrupt"],
  ["SQLITE_CONSTRAINT_DATATYPE", "Corrupt"],
  ["SQLITE_CONSTRAINT_FOREIGNKEY", "Corrupt"],
  ["SQLITE_CORRUPT", "Corrupt"],
  ["SQLITE_NOTADB", "Corrupt"],
  ["SQLITE_CANTOPEN", "Unavailable"],
  ["SQLITE_IOERR_FSYNC", "Unavailable"],
  ["SQLITE_FULL", "Unavailable"],
  ["SQLITE_READONLY_DBMOVED", "Unavailable"],
  ["SQLITE_READONLY", "ReadOnly"],
  ["SQLITE_ERROR", "Unsupported"],
  ["SQLITE_TOOBIG", "Unsupported"],
  ["ERR_DLOPEN_FAILED", "Unsupported"]
])("%s is %s", (code, reason) => {
  const cause = Object.assign(new Error("refused"), { code })
  const error = storeError(sqliteDialect, "EventStore.put", new SqlError({ cause, message: "failed" }))
  expect(error).toMatchObject({ reason, operation: "EventStore.put", cause })
})

it("a closed connection without an error code is Unavailable", () => {
  const cause = new TypeError("The database connection is not open")
  expect(storeError(sqliteDialect, "EventStore.put", new SqlError({ cause })).reason).toBe("Unavailable")
})

it("a driver without its native module is Unsupported", () => {
  const cause = new Error("Could not locate the bindings file. Tried:\n → /host/better_sqlite3.node")
  expect(storeError(sqliteDialect, "EventStore.put", new SqlError({ cause })).reason).toBe("Unsupported")
})
