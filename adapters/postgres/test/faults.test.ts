import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { storeError } from "@agenda-engine/sql/database/mapSqlError"
import { SqlError } from "@effect/sql/SqlError"
import { expect, it } from "vitest"
import { postgresDialect } from "../src/postgresDialect.js"

it.each<[meaning: string, code: string, reason: StoreError["reason"]]>([
  ["unique violation", "23505", "Conflict"],
  ["serialisation failure", "40001", "Conflict"],
  ["deadlock", "40P01", "Conflict"],
  ["lock not available", "55P03", "Busy"],
  ["foreign key violation", "23503", "Corrupt"],
  ["not null violation", "23502", "Corrupt"],
  ["number out of range", "22003", "Corrupt"],
  ["connection failure", "08006", "Unavailable"],
  ["wrong password", "28P01", "Unavailable"],
  ["no such database", "3D000", "Unavailable"],
  ["too many connections", "53300", "Unavailable"],
  ["disk full", "53100", "Unavailable"],
  ["statement timeout", "57014", "Unavailable"],
  ["server shut down", "57P01", "Unavailable"],
  ["server starting", "57P03", "Unavailable"],
  ["read-only replica", "25006", "ReadOnly"],
  ["nobody listens", "ECONNREFUSED", "Unavailable"],
  ["connection reset", "ECONNRESET", "Unavailable"],
  ["unknown host", "ENOTFOUND", "Unavailable"],
  ["no such table", "42P01", "Unsupported"],
  ["character that no text holds", "22021", "Unsupported"]
])("%s (%s) is %s", (_, code, reason) => {
  const cause = Object.assign(new Error("refused"), { code })
  const error = storeError(postgresDialect, "EventStore.put", new SqlError({ cause, message: "failed" }))
  expect(error).toMatchObject({ reason, operation: "EventStore.put", cause })
})

it.each(["Connection terminated unexpectedly", "timeout exceeded when trying to connect"])(
  "%s without an error code is Unavailable",
  (message) => {
    expect(storeError(postgresDialect, "EventStore.put", new SqlError({ cause: new Error(message) })).reason).toBe("Unavailable")
  }
)
