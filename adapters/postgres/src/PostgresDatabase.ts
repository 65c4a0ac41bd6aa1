import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { refail } from "@agenda-engine/sql/refail"
import * as SqlDatabase from "@agenda-engine/sql/SqlDatabase"
import { busy_ms_default } from "@agenda-engine/sql/storeFaults"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { boundedSocket } from "./boundedSocket.js"
import { postgresDialect } from "./postgresDialect.js"

/** Which server, and how it is called. */
export interface PostgresServer {
  /** `postgres://user:password@host:port/database`. The database's encoding must be UTF8. */
  readonly url: Redacted.Redacted
  /** Connections at most. Default: 10. Every search and every transaction holds one; those past the last wait. */
  readonly maxConnections?: number | undefined
  /** How long to wait for a connection, a free one included, before failing with `Unavailable`. Default: 10 seconds. */
  readonly connectTimeout?: Duration.DurationInput | undefined
  /**
   * How long a statement may take. Past it the statement fails with `Unavailable` and its connection is destroyed, whether or not the server
   * still answers. Default: 15 seconds.
   */
  readonly statementTimeout?: Duration.DurationInput | undefined
  /** How long a statement waits for a lock that another session holds, before it fails with `Busy`. Default: 10 seconds. */
  readonly busyTimeout?: Duration.DurationInput | undefined
  /** How long an unused connection is kept, at most half of `statementTimeout`. Default: 10 seconds. */
  readonly idleTimeout?: Duration.DurationInput | undefined
  /** What the server's own lists call this client. Default: agenda-engine. */
  readonly applicationName?: string | undefined
}

/** A lock that is not had in time ends the statement on the server too. Set for one transaction, it reaches no other one behind a pooler. */
const boundedBegin = (begin: string, busy_ms: number): string => `${begin}; SET LOCAL lock_timeout = ${Math.ceil(busy_ms)}`

/**
 * Opens a pool of connections to a server. No setting is made on any of them, so that a pooler between may hand out another one for each
 * transaction.
 */
export const open = (server: PostgresServer): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> => {
  const silence_ms = Duration.toMillis(server.statementTimeout ?? "15 seconds")
  const busy_ms = Duration.toMillis(server.busyTimeout ?? busy_ms_default)
  const idle_ms = Math.min(Duration.toMillis(server.idleTimeout ?? "10 seconds"), silence_ms / 2)
  const dialect = { ...postgresDialect, begin: boundedBegin(postgresDialect.begin, busy_ms) }
  return PgClient.make({
    url: server.url,
    maxConnections: server.maxConnections,
    connectTimeout: server.connectTimeout ?? "10 seconds",
    idleTimeout: idle_ms,
    applicationName: server.applicationName ?? "agenda-engine",
    stream: () => boundedSocket(silence_ms)
  }).pipe(
    Effect.provide(Reactivity.layer),
    Effect.flatMap((client) => {
      const reader = client.reserve
      const once = SqlDatabase.reservingOnce(reader)
      return SqlDatabase.own(dialect, {
        client,
        // The pool bounds the wait for a connection; `BEGIN` waits for nobody.
        busy_ms: Number.POSITIVE_INFINITY,
        reader,
        readOnce: once,
        readLong: once,
        single: once,
        compiler: PgClient.makeCompiler()
      })
    }),
    refail(postgresDialect, "PostgresDatabase.open")
  )
}
