import { causeMessage } from "@agenda-engine/core/domain/error/causeMessage"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { busy_ms_default, mapSqlError } from "@agenda-engine/sql/database/mapSqlError"
import { exclusiveOf, reserveOnce } from "@agenda-engine/sql/database/reserveConnection"
import * as SqlDatabase from "@agenda-engine/sql/database/SqlDatabase"
import * as Reactivity from "@effect/experimental/Reactivity"
import type * as PgClient from "@effect/sql-pg/PgClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Scope from "effect/Scope"
import { Socket } from "node:net"
import { type Driver, loadDriver } from "./loadDriver.js"
import { pipelined } from "./pipelined.js"
import { PoolSockets } from "./PoolSockets.js"
import { postgresDialect } from "./postgresDialect.js"

/** Idle milliseconds before the first TCP keep-alive probe. */
const keepAlive_ms = 10_000

/**
 * A socket that destroys itself after `silence_ms` without traffic. Since Postgres replies to every statement, this is
 * a client-side statement timeout. It also works when a firewall drops the connection or the server hangs, which TCP
 * alone detects after a quarter of an hour.
 */
export const boundedSocket = (silence_ms: number): Socket => {
  const socket = new Socket()
  socket.once("connect", () => socket.setKeepAlive(true, keepAlive_ms))
  socket.setTimeout(silence_ms, () => {
    socket.destroy(Object.assign(new Error(`no answer within ${silence_ms} ms`), { code: "ETIMEDOUT" }))
  })
  return socket
}

/** The Postgres server, and the limits of its connections. */
export interface PostgresServer {
  /** `postgres://user:password@host:port/database`. The database's encoding must be UTF8. */
  readonly url: Redacted.Redacted
  /** Maximum number of connections. Default: 10. Every search and transaction uses one; others wait. */
  readonly maxConnections?: number | undefined
  /** Timeout of acquiring a connection, pooled or new; then it fails with `Unavailable`. Default: 10 seconds. */
  readonly connectTimeout?: Duration.DurationInput | undefined
  /**
   * Timeout of a statement; then it fails with `Unavailable` and its connection is destroyed, even if the server does
   * not respond. Default: 15 seconds.
   */
  readonly statementTimeout?: Duration.DurationInput | undefined
  /** Timeout of a wait for a lock; then the statement fails with `Busy`. Default: 10 seconds. */
  readonly busyTimeout?: Duration.DurationInput | undefined
  /**
   * Idle timeout of a connection, capped at half of `statementTimeout`; its timer keeps the process alive. Absent: an
   * idle connection is closed after `statementTimeout`, and does not keep the process alive.
   */
  readonly idleTimeout?: Duration.DurationInput | undefined
  /** `application_name` of the connections. Default: agenda-engine. */
  readonly applicationName?: string | undefined
}

/**
 * `BEGIN` with a `lock_timeout`, so that the server aborts the statement too. `SET LOCAL` ends with the transaction, so
 * it is safe behind a connection pooler.
 */
const boundedBegin = (begin: string, busy_ms: number): string => `${begin}; SET LOCAL lock_timeout = ${Math.ceil(busy_ms)}`

const operation = "PostgresDatabase.open"

/** Makes a database of a client with a pool. It sets nothing on a session, as transaction poolers require. */
const overPool = (
  makeClient: (driver: Driver) => Effect.Effect<PgClient.PgClient, SqlError, Scope.Scope | Reactivity.Reactivity>,
  isOwn: boolean,
  busyTimeout: Duration.DurationInput = busy_ms_default
): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const driver = yield* Effect.tryPromise({
      try: loadDriver,
      catch: (cause) =>
        new StoreError({
          reason: "Unsupported",
          operation,
          cause: new Error(`@effect/sql-pg cannot be loaded: ${causeMessage(cause)}`, { cause })
        })
    })
    const client = yield* Effect.provide(makeClient(driver), Reactivity.layer)
    const reader = Effect.map(client.reserve, pipelined(isOwn))
    const once = reserveOnce(reader)
    return yield* SqlDatabase.overConnections(
      { ...postgresDialect, begin: boundedBegin(postgresDialect.begin, Duration.toMillis(busyTimeout)) },
      {
        client,
        // The pool has its own timeout for a connection, and `BEGIN` takes no lock.
        busy_ms: Number.POSITIVE_INFINITY,
        exclusive: exclusiveOf(reader),
        sharesCommits: null,
        reader,
        snapshotRead: once,
        slowRead: once,
        pointRead: once,
        compiler: driver.makeCompiler()
      }
    )
  }).pipe(mapSqlError(postgresDialect, operation))

/** The host and database of a URL; neither user nor password. */
export const addressOf = (url: Redacted.Redacted): string => {
  const text = Redacted.value(url)
  if (!URL.canParse(text)) return "of the URL"
  const { host, pathname } = new URL(text)
  return `${host}${pathname}`
}

const cannotOpen = (url: Redacted.Redacted, { cause, reason }: StoreError): StoreError =>
  new StoreError({
    reason,
    operation,
    cause: new Error(`the database ${addressOf(url)} cannot be opened: ${causeMessage(cause)}`, { cause })
  })

/** Opens a connection pool. */
export const open = (server: PostgresServer): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> => {
  const statement_ms = Duration.toMillis(server.statementTimeout ?? "15 seconds")
  const { applicationName = "agenda-engine", connectTimeout = "10 seconds", idleTimeout, maxConnections = 10 } = server
  // A pool keeps a timer for each idle connection above its minimum; the socket has a timeout of its own.
  const idle = idleTimeout === undefined
    ? { minConnections: maxConnections }
    : { idleTimeout: Math.min(Duration.toMillis(idleTimeout), statement_ms / 2) }
  const sockets = new PoolSockets()
  return overPool(
    ({ make }) =>
      Effect.map(
        make({
          url: server.url,
          maxConnections,
          ...idle,
          connectTimeout,
          applicationName,
          stream: () => sockets.add(boundedSocket(statement_ms))
        }),
        (client) => Object.assign(client, { reserve: sockets.holding(client.reserve) })
      ),
    true,
    server.busyTimeout
  ).pipe(Effect.mapError((error) => cannotOpen(server.url, error)))
}

/** What is used of a `Pool` of node-postgres that a host has open. */
export interface HostPool {
  /** Takes a connection out of the pool. */
  readonly connect: (...parameters: ReadonlyArray<never>) => unknown
  readonly options: object
}

type Pool = Effect.Effect.Success<PgClient.PgClientFromPoolOptions["acquire"]>

const isPool = (pool: HostPool): pool is Pool => typeof pool.connect === "function" && typeof pool.options === "object"

/**
 * A database over the pool of a host, which stays open. Timeouts of connections and statements are the pool's. Fails
 * with `Unsupported` when it is no pool.
 */
export const openPool = (
  pool: HostPool,
  busyTimeout?: Duration.DurationInput
): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  isPool(pool)
    ? overPool(({ fromPool }) => fromPool({ acquire: Effect.succeed(pool) }), false, busyTimeout)
    : new StoreError({ reason: "Unsupported", operation: "PostgresDatabase.openPool", cause: "a Pool of node-postgres is expected" })
