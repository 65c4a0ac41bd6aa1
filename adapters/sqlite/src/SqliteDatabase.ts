import { StoreError } from "@agenda-engine/core/domain/EngineError"
import { refail } from "@agenda-engine/sql/refail"
import * as SqlDatabase from "@agenda-engine/sql/SqlDatabase"
import { busy_ms_default } from "@agenda-engine/sql/storeFaults"
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
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as FileConnection from "./FileConnection.js"
import * as ReadingThread from "./ReadingThread.js"
import { requireVersion } from "./requireVersion.js"
import { sqliteDialect } from "./sqliteDialect.js"

const operation = "SqliteDatabase.open"

/** How long to wait for others. */
export interface Waiting {
  /**
   * How long a transaction waits for other writers, of this process and others, before it fails with `Busy`; also how long opening a file waits
   * for who holds it alone. Default: 10 seconds.
   */
  readonly busyTimeout?: Duration.DurationInput | undefined
}

const busyOf = ({ busyTimeout = busy_ms_default }: Waiting): number => Duration.toMillis(busyTimeout)

/** How a connection is set up. */
interface Settings {
  /**
   * Milliseconds that a statement waits for another process, and stops this one, before it fails with `Conflict`. Reading waits so only while a
   * database is opened, closed or recovered. Writing never does, since every `BEGIN IMMEDIATE` would: its wait is asynchronous.
   */
  readonly wait_ms_max: number
  /** KiB of pages that it keeps in memory of its own. Pages that it does not are read from the system's, which all processes share. */
  readonly cache_kib: number
}

/** SQLite's own 2 MiB make an index of a large agenda be read again for every write. */
const writing: Settings = { wait_ms_max: 0, cache_kib: 24 * 1_024 }

const reading: Settings = { wait_ms_max: 5_000, cache_kib: 16 * 1_024 }

/** For single statements, which are revisions and what is found by its key: few pages, most of them asked for again. */
const glancing: Settings = { ...reading, cache_kib: 4 * 1_024 }

/** Settings that SQLite keeps per connection, and so have to be made each time one is opened. */
const pragmasOf = ({ cache_kib, wait_ms_max }: Settings): ReadonlyArray<string> => [
  `PRAGMA busy_timeout = ${wait_ms_max}`,
  "PRAGMA synchronous = FULL",
  `PRAGMA cache_size = ${0 - cache_kib}`,
  "PRAGMA foreign_keys = ON"
]

const setUp = (
  execute: (pragma: string) => Effect.Effect<unknown, SqlError>,
  settings: Settings
): Effect.Effect<void, StoreError> => Effect.forEach(pragmasOf(settings), execute, { discard: true }).pipe(refail(sqliteDialect, operation))

/** Whether each connection to this name is a database of its own, gone when it closes. */
const isTemporary = (filename: string): boolean => filename === ":memory:" || filename === ""

/** Turning a new file into a WAL one needs it alone, and waits for nobody: two processes that open it at once try again. */
const untilAlone = <A, R>(effect: Effect.Effect<A, StoreError, R>, busy_ms: number): Effect.Effect<A, StoreError, R> =>
  effect.pipe(
    Effect.retry({
      while: (error) => error.reason === "Conflict",
      schedule: Schedule.spaced("25 millis").pipe(Schedule.jittered, Schedule.upTo(busy_ms))
    }),
    Effect.withClock(Clock.make()),
    Effect.mapError((error) => error.reason === "Conflict" ? new StoreError({ reason: "Busy", operation, cause: error.cause }) : error)
  )

const cannotOpen = (filename: string, { cause, reason }: StoreError): StoreError =>
  new StoreError({
    reason,
    operation,
    cause: new Error(`the database ${filename} cannot be opened: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  })

/** Opens a connection and sets it up. One that cannot be is closed at once, since who opens it may try again. */
const connect = (opening: FileConnection.Opening, settings: Settings): Effect.Effect<Connection, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.sequential)
    return yield* FileConnection.open(opening).pipe(
      Effect.tap((connection) => setUp((pragma) => connection.execute(pragma, [], undefined), settings)),
      Scope.extend(scope),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
      refail(sqliteDialect, operation),
      Effect.mapError((error) => cannotOpen(opening.filename, error))
    )
  })

/** A connection that is had in turn. */
interface InTurn {
  /** Until the scope closes that asked for it. */
  readonly reserve: Effect.Effect<Connection, never, Scope.Scope>
  /** For one use: the same, in half as many steps. */
  readonly once: <A, E>(use: (connection: Connection) => Effect.Effect<A, E>) => Effect.Effect<A, E>
}

const inTurn = (connection: Connection): Effect.Effect<InTurn> =>
  Effect.map(Effect.makeSemaphore(1), (turn): InTurn => {
    const one = turn.withPermits(1)
    return {
      // What `acquireRelease` does about the state of fibers takes longer than a turn.
      reserve: Effect.uninterruptible(
        Effect.flatMap(Effect.scope, (scope) => Effect.zipRight(turn.take(1), Scope.addFinalizer(scope, turn.release(1))))
      ).pipe(Effect.as(connection)),
      once: (use) => one(Effect.suspend(() => use(connection)))
    }
  })

/** A client over a connection. */
const clientOf = (connection: Connection): Effect.Effect<SqlClient.SqlClient> =>
  Effect.flatMap(
    inTurn(connection),
    ({ reserve }) => SqlClient.make({ acquirer: reserve, transactionAcquirer: reserve, compiler: makeCompilerSqlite(), spanAttributes: [] })
  ).pipe(Effect.provide(Reactivity.layer))

/**
 * A database over a file. Single statements have a connection of their own, which is never in a transaction and so never to be waited for;
 * what reads several of one instant takes turns on another, and what may take long on a third, which has its own thread.
 */
const over = (
  filename: string,
  client: SqlClient.SqlClient,
  busy_ms: number
): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const reader = yield* connect({ filename, readonly: true }, reading)
    const glance = yield* connect({ filename, readonly: true }, glancing)
    const turns = yield* inTurn(reader)
    const thread = yield* inTurn(yield* ReadingThread.open(filename, pragmasOf(reading)))
    return yield* SqlDatabase.own(sqliteDialect, {
      client,
      busy_ms,
      reader: turns.reserve,
      readOnce: turns.once,
      readLong: thread.once,
      single: (use) => use(glance),
      compiler: makeCompilerSqlite()
    })
  })

/**
 * Opens a database file, which is made when it is not there: one connection that writes and three that read, so that no reader waits for
 * a writer. `:memory:` has one connection for all. A SQLite library that can corrupt files is refused (`Unsupported`).
 */
export const open = (filename: string, waiting: Waiting = {}): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const busy_ms = busyOf(waiting)
    const client = yield* Effect.flatMap(untilAlone(connect({ filename, readonly: false }, writing), busy_ms), clientOf)
    yield* requireVersion(client)
    if (isTemporary(filename)) {
      const single = SqlDatabase.reservingOnce(client.reserve)
      return yield* SqlDatabase.own(sqliteDialect, {
        client,
        busy_ms,
        reader: client.reserve,
        readOnce: single,
        readLong: single,
        single,
        compiler: makeCompilerSqlite()
      })
    }
    return yield* over(filename, client, busy_ms)
  })

/** Opens a database file that is there, for looking at it only. No such file: `Unavailable`. */
export const openReadOnly = (filename: string): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const client = yield* Effect.flatMap(connect({ filename, readonly: true }, reading), clientOf)
    yield* requireVersion(client)
    return yield* over(filename, client, busyOf({}))
  })
