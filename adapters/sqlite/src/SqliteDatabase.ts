import { causeMessage } from "@agenda-engine/core/domain/error/causeMessage"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { BatchConnection } from "@agenda-engine/sql/database/directStatements"
import { busy_ms_default, codeOf, mapSqlError } from "@agenda-engine/sql/database/mapSqlError"
import { type Exclusive, exclusiveOf, reserveOnce } from "@agenda-engine/sql/database/reserveConnection"
import { type CommitLimits, commitLimits } from "@agenda-engine/sql/database/SharedCommits"
import * as SqlDatabase from "@agenda-engine/sql/database/SqlDatabase"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { makeCompilerSqlite } from "@effect/sql/Statement"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import { version, versions } from "node:process"
import * as Checkpoints from "./Checkpoints.js"
import * as FileConnection from "./FileConnection.js"
import * as FileGuard from "./FileGuard.js"
import * as ReadingThread from "./ReadingThread.js"
import { requireVersion } from "./requireVersion.js"
import { sqliteDialect } from "./sqliteDialect.js"

const operation = "SqliteDatabase.open"

/** Timeout of locks. */
export interface Waiting {
  /**
   * How long a transaction waits for other writers, of this process and others, before it fails with `Busy`. Also the
   * timeout of a search or slow read that waits for other reads, and of opening a file that is locked exclusively.
   * Default: 10 seconds.
   */
  readonly busyTimeout?: Duration.DurationInput | undefined
}

const busyOf = ({ busyTimeout = busy_ms_default }: Waiting): number => Duration.toMillis(busyTimeout)

interface Settings {
  /**
   * Busy timeout in milliseconds, which blocks the event loop; then the statement fails with `Conflict`. Readers wait
   * only while a database is opened, closed or recovered. For the writer it is 0, because every `BEGIN IMMEDIATE` would
   * block: the engine retries asynchronously.
   */
  readonly wait_ms_max: number
  /**
   * Page cache of the connection in KiB. Other pages come from the operating system's cache, which all processes share.
   */
  readonly cache_kib: number
  /** Whether temporary data is kept in memory, such as pages as they were before a savepoint. */
  readonly temporaryInMemory: boolean
}

/** With SQLite's default of 2 MiB, each write would reread the indexes of a large agenda. */
const writing: Settings = { wait_ms_max: 0, cache_kib: 24 * 1_024, temporaryInMemory: true }

const reading: Settings = { wait_ms_max: 5_000, cache_kib: 16 * 1_024, temporaryInMemory: false }

/** For point look-ups, such as revisions: few pages, mostly hot. */
const pointReads: Settings = { ...reading, cache_kib: 4 * 1_024 }

/** A large transaction makes the log grow. The next one after a checkpoint cuts it to 16 MiB. */
const journalSizeLimit = "PRAGMA journal_size_limit = 16777216"

/** For checkpoints, which read no pages into the cache. `timeout` of the thread sets how long it waits. */
const checkpointing: ReadonlyArray<string> = ["PRAGMA synchronous = FULL", journalSizeLimit]

/** Per-connection pragmas, run each time a connection is opened. */
const pragmasOf = ({ cache_kib, temporaryInMemory, wait_ms_max }: Settings): ReadonlyArray<string> => [
  `PRAGMA busy_timeout = ${wait_ms_max}`,
  "PRAGMA synchronous = FULL",
  `PRAGMA cache_size = ${0 - cache_kib}`,
  "PRAGMA foreign_keys = ON",
  journalSizeLimit,
  `PRAGMA temp_store = ${temporaryInMemory ? "MEMORY" : "DEFAULT"}`
]

const setUp = (execute: (pragma: string) => Effect.Effect<unknown, SqlError>, settings: Settings): Effect.Effect<void, SqlError> =>
  Effect.forEach(pragmasOf(settings), execute, { discard: true })

/** Whether the name is an in-memory or temporary database, private to its connection. */
const isTemporary = (filename: string): boolean => filename === ":memory:" || filename === ""

/**
 * Retries the switch of a new file to WAL mode. It needs an exclusive lock and ignores the busy timeout, so concurrent
 * openers retry.
 */
const retryWhileLocked = <A, R>(effect: Effect.Effect<A, StoreError, R>, busy_ms: number): Effect.Effect<A, StoreError, R> =>
  effect.pipe(
    Effect.retry({
      while: (error) => error.reason === "Conflict",
      schedule: Schedule.spaced("25 millis").pipe(Schedule.jittered, Schedule.upTo(busy_ms))
    }),
    Effect.withClock(Clock.make()),
    Effect.mapError((error) => error.reason === "Conflict" ? new StoreError({ reason: "Busy", operation, cause: error.cause }) : error)
  )

/** What to do about a driver without its native module, or with one of another Node. */
const rebuildHint = `; run "npm rebuild better-sqlite3" with this Node (${version}, NODE_MODULE_VERSION ${versions.modules})`

const isDriverUnbuilt = (cause: unknown): boolean => /^ERR_DLOPEN_FAILED|^Could not locate the bindings file/.test(codeOf(cause))

const cannotOpen = (filename: string, { cause, reason }: StoreError): StoreError => {
  const why = isDriverUnbuilt(cause)
    ? `the driver better-sqlite3 cannot be loaded: ${causeMessage(cause).split("\n").map((line) => line.trim()).join(" ")}${rebuildHint}`
    : causeMessage(cause)
  return new StoreError({ reason, operation, cause: new Error(`the database ${filename} cannot be opened: ${why}`, { cause }) })
}

/** Opens and configures a connection. On failure it is closed at once, so that the caller can retry. */
const connectRaw = (opening: FileConnection.Opening, settings: Settings): Effect.Effect<BatchConnection, SqlError, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.sequential)
    return yield* FileConnection.open(opening).pipe(
      Effect.tap((connection) => setUp((pragma) => connection.execute(pragma, [], undefined), settings)),
      Scope.extend(scope),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
    )
  })

/** `connectRaw`, whose failure names the file. */
const connect = (opening: FileConnection.Opening, settings: Settings): Effect.Effect<BatchConnection, StoreError, Scope.Scope> =>
  connectRaw(opening, settings).pipe(
    mapSqlError(sqliteDialect, operation),
    Effect.mapError((error) => cannotOpen(opening.filename, error))
  )

/** A read connection that the first use opens, until the scope closes. After a failure, the next use opens it. */
const connectLater = (
  filename: string,
  settings: Settings,
  check: Effect.Effect<void, SqlError>
): Effect.Effect<Effect.Effect<Connection, SqlError>, never, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Effect.scope
    const mutex = yield* Effect.makeSemaphore(1)
    let opened: Effect.Effect<Connection> | null = null
    const connecting = Effect.zipRight(check, connectRaw({ filename, readonly: true }, settings))
    const connected = Effect.tap(Scope.extend(connecting, scope), (connection) => Effect.sync(() => (opened = Effect.succeed(connection))))
    const openOnce = mutex.withPermits(1)(Effect.suspend(() => opened ?? Effect.uninterruptible(connected)))
    return Effect.suspend(() => opened ?? openOnce)
  })

interface SharedConnection {
  /** Takes a free connection at once, without a fiber that waits for it. */
  readonly exclusive: Exclusive
  /** Reserves the connection until the scope closes. */
  readonly reserve: Effect.Effect<Connection, SqlError, Scope.Scope>
  /** Reserves the connection for one use, in half as many steps. */
  readonly once: <A, E>(use: (connection: Connection) => Effect.Effect<A, E>) => Effect.Effect<A, E | SqlError>
}

const makeShared = (connection: Effect.Effect<Connection, SqlError>): Effect.Effect<SharedConnection> =>
  Effect.map(Effect.makeSemaphore(1), (mutex): SharedConnection => {
    const locked = mutex.withPermits(1)
    const ifFree = mutex.withPermitsIfAvailable(1)
    // Cheaper than `acquireRelease`, whose bookkeeping costs more than a short statement.
    const reserve = Effect.uninterruptible(
      Effect.flatMap(Effect.scope, (scope) => Effect.zipRight(mutex.take(1), Scope.addFinalizer(scope, mutex.release(1))))
    ).pipe(Effect.zipRight(connection))
    const waiting = exclusiveOf(reserve)
    return {
      exclusive: (wait_ms, restore, use) =>
        Effect.flatMap(
          ifFree(Effect.flatMap(connection, use)),
          Option.match({ onNone: () => waiting(wait_ms, restore, use), onSome: Effect.succeed })
        ),
      reserve,
      once: (use) => locked(Effect.flatMap(connection, use))
    }
  })

interface SharedClient extends Pick<SharedConnection, "exclusive"> {
  readonly client: SqlClient.SqlClient
}

/** Makes an `SqlClient` over a connection. */
const clientOf = (connection: Connection): Effect.Effect<SharedClient> =>
  Effect.flatMap(
    makeShared(Effect.succeed(connection)),
    ({ exclusive, reserve }) =>
      Effect.map(
        SqlClient.make({ acquirer: reserve, transactionAcquirer: reserve, compiler: makeCompilerSqlite(), spanAttributes: [] }),
        (client) => ({ client, exclusive })
      )
  ).pipe(Effect.provide(Reactivity.layer))

/** Fails with `Unsupported` when the SQLite library can corrupt files, before it opens one. */
const requireLibrary: Effect.Effect<void, StoreError> = connect({ filename: ":memory:", readonly: false }, reading).pipe(
  Effect.flatMap(clientOf),
  Effect.flatMap(({ client }) => requireVersion(client)),
  Effect.scoped
)

/** A connection that commits only while its files are present, and then checkpoints where that is due. */
const withCheckedCommits = (presence: FileGuard.FileGuard, connection: Connection, committed: () => Effect.Effect<void>): Connection => ({
  ...connection,
  executeRaw: (text, parameters) => {
    const running = connection.executeRaw(text, parameters)
    return text === "COMMIT" ? Effect.flatMap(presence.check, () => Effect.flatMap(running, committed)) : running
  }
})

interface FileParts extends SharedClient {
  readonly busy_ms: number
  readonly sharesCommits: CommitLimits | null
  readonly presence: FileGuard.FileGuard
}

/**
 * Makes a database over a file. Point look-ups have a connection that is never in a transaction, so they never wait.
 * Snapshots share a second connection in turn; slow reads use a third on a worker thread. Each is opened at its first
 * use.
 */
const over = (
  filename: string,
  { busy_ms, client, exclusive, presence, sharesCommits }: FileParts
): Effect.Effect<SqlDatabase.SqlDatabase, never, Scope.Scope> =>
  Effect.gen(function*() {
    const sharedReader = yield* Effect.flatMap(connectLater(filename, reading, presence.check), makeShared)
    const pointReader = yield* connectLater(filename, pointReads, presence.check)
    const thread = yield* ReadingThread.open(filename, pragmasOf(reading), { busy_ms })
    return yield* SqlDatabase.overConnections(sqliteDialect, {
      client,
      busy_ms,
      exclusive,
      sharesCommits,
      reader: sharedReader.reserve,
      snapshotRead: (use) => Effect.zipRight(presence.checkRecently, sharedReader.once(use)),
      slowRead: (use) => Effect.zipRight(presence.check, thread.once(use)),
      pointRead: (use) => Effect.zipRight(presence.checkRecently, Effect.flatMap(pointReader, use)),
      compiler: makeCompilerSqlite()
    })
  })

/** Makes a database with one connection, for a database in memory. */
const single = (connection: Connection, busy_ms: number): Effect.Effect<SqlDatabase.SqlDatabase> =>
  Effect.flatMap(clientOf(connection), ({ client, exclusive }) => {
    const once = reserveOnce(client.reserve)
    return SqlDatabase.overConnections(sqliteDialect, {
      client,
      busy_ms,
      exclusive,
      sharesCommits: null,
      reader: client.reserve,
      snapshotRead: once,
      slowRead: once,
      pointRead: once,
      compiler: makeCompilerSqlite()
    })
  })

/**
 * Opens a database file, creating it if missing: one write connection, and up to three read connections, so that
 * readers never wait for a writer. `:memory:` has one connection. Fails with `Unsupported` when the SQLite library can
 * corrupt files. `sharesCommits`: the bounds of a commit that short transactions share.
 */
export const open = (
  filename: string,
  waiting: Waiting = {},
  sharesCommits: CommitLimits = commitLimits
): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    yield* requireLibrary
    const busy_ms = busyOf(waiting)
    const writer = yield* retryWhileLocked(connect({ filename, readonly: false }, writing), busy_ms)
    if (isTemporary(filename)) return yield* single(writer, busy_ms)
    const presence = yield* FileGuard.record(filename).pipe(mapSqlError(sqliteDialect, operation))
    const committed = yield* Checkpoints.open(filename, writer, checkpointing).pipe(mapSqlError(sqliteDialect, operation))
    const shared = yield* clientOf(withCheckedCommits(presence, writer, committed))
    return yield* over(filename, { ...shared, busy_ms, presence, sharesCommits })
  })

/** What is used of a `Database` of better-sqlite3 that a host has open. */
export interface HostDatabase {
  /** The path that it was opened with. */
  readonly name: string
  /** Whether it is in memory, and so of its connection alone. */
  readonly memory: boolean
}

/**
 * Opens the file of a host's database, on connections of its own: statements of the host never get into a transaction
 * of the engine. A database in memory has no other connection, so its own one is used, and foreign keys are turned on.
 * Fails with `Unsupported` when it is in memory and of another copy of better-sqlite3.
 */
export const openHost = (host: HostDatabase, waiting: Waiting = {}): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> => {
  if (!host.memory) return open(host.name, waiting)
  const connection = FileConnection.overHost(host)
  if (connection === null) {
    return new StoreError({ reason: "Unsupported", operation, cause: "a database in memory has to be of the same copy of better-sqlite3" })
  }
  return setUp((pragma) => connection.execute(pragma, [], undefined), writing).pipe(
    mapSqlError(sqliteDialect, operation),
    Effect.zipRight(requireLibrary),
    Effect.zipRight(single(connection, busyOf(waiting)))
  )
}

/** Opens an existing database file read-only. Fails with `Unavailable` when it does not exist. */
export const openReadOnly = (filename: string): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    yield* requireLibrary
    const shared = yield* Effect.flatMap(connect({ filename, readonly: true }, reading), clientOf)
    return yield* over(filename, { ...shared, busy_ms: busyOf({}), presence: FileGuard.none, sharesCommits: null })
  })
