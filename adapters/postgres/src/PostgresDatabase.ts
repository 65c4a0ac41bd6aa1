import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { refail } from "@agenda-engine/sql/refail"
import * as SqlDatabase from "@agenda-engine/sql/SqlDatabase"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as PgClient from "@effect/sql-pg/PgClient"
import type { DurationInput } from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { postgresDialect } from "./postgresDialect.js"

/** Which server, and how it is called. */
export interface PostgresServer {
  /** `postgres://user:password@host:port/database`. The database's encoding must be UTF8. */
  readonly url: Redacted.Redacted
  /** Connections at most. Default: 10. Every search and every transaction holds one; those past the last wait. */
  readonly maxConnections?: number | undefined
  /** How long to wait for a connection, a free one included, before failing with `Unavailable`. Default: 10 seconds. */
  readonly connectTimeout?: DurationInput | undefined
  /** How long an unused connection is kept. Default: 10 seconds. */
  readonly idleTimeout?: DurationInput | undefined
  /** What the server's own lists call this client. Default: agenda-engine. */
  readonly applicationName?: string | undefined
}

/**
 * Opens a pool of connections to a server. No setting is made on any of them, so that a pooler between may hand out another one for each
 * transaction.
 */
export const open = (server: PostgresServer): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  PgClient.make({
    url: server.url,
    maxConnections: server.maxConnections,
    connectTimeout: server.connectTimeout ?? "10 seconds",
    idleTimeout: server.idleTimeout,
    applicationName: server.applicationName ?? "agenda-engine"
  }).pipe(
    Effect.provide(Reactivity.layer),
    Effect.flatMap((client) => {
      const reader = client.reserve
      const once = SqlDatabase.reservingOnce(reader)
      return SqlDatabase.own(postgresDialect, {
        client,
        reader,
        readOnce: once,
        readLong: once,
        single: once,
        compiler: PgClient.makeCompiler()
      })
    }),
    refail(postgresDialect, "PostgresDatabase.open")
  )
