import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { refail } from "@agenda-engine/sql/refail"
import * as SqlDatabase from "@agenda-engine/sql/SqlDatabase"
import * as Reactivity from "@effect/experimental/Reactivity"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import { makeCompilerSqlite } from "@effect/sql/Statement"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as ExecutionStrategy from "effect/ExecutionStrategy"
import * as Exit from "effect/Exit"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import * as FileConnection from "./FileConnection.js"
import * as ReadingThread from "./ReadingThread.js"
import { sqliteDialect } from "./sqliteDialect.js"

const operation = "SqliteDatabase.open"

/** How a connection is set up. */
interface Settings {
  /**
   * Milliseconds that a statement waits for another process, and stops this one, before it fails with `Conflict`. Only opening, closing and
   * recovering a database wait so; the wait for a turn to write is asynchronous.
   */
  readonly wait_ms_max: number
  /** KiB of pages that it keeps in memory of its own. Pages that it does not are read from the system's, which all processes share. */
  readonly cache_kib: number
}

/** SQLite's own 2 MiB make an index of a large agenda be read again for every write. */
const writing: Settings = { wait_ms_max: 50, cache_kib: 24 * 1_024 }

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
const untilAlone = <A, R>(effect: Effect.Effect<A, StoreError, R>): Effect.Effect<A, StoreError, R> =>
  effect.pipe(
    Effect.retry({
      while: (error) => error.reason === "Conflict",
      schedule: Schedule.spaced("25 millis").pipe(Schedule.jittered, Schedule.intersect(Schedule.recurs(200)))
    }),
    Effect.withClock(Clock.make())
  )

/** Opens a connection and sets it up. One that cannot be is closed at once, since who opens it may try again. */
const connect = (opening: FileConnection.Opening, settings: Settings): Effect.Effect<Connection, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const scope = yield* Scope.fork(yield* Effect.scope, ExecutionStrategy.sequential)
    return yield* FileConnection.open(opening).pipe(
      Effect.tap((connection) => setUp((pragma) => connection.execute(pragma, [], undefined), settings)),
      Scope.extend(scope),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
      refail(sqliteDialect, operation)
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
const over = (filename: string, client: SqlClient.SqlClient): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const reader = yield* connect({ filename, readonly: true }, reading)
    const glance = yield* connect({ filename, readonly: true }, glancing)
    const turns = yield* inTurn(reader)
    const thread = yield* inTurn(yield* ReadingThread.open(filename, pragmasOf(reading)))
    return yield* SqlDatabase.own(sqliteDialect, {
      client,
      reader: turns.reserve,
      readOnce: turns.once,
      readLong: thread.once,
      single: (use) => use(glance),
      compiler: makeCompilerSqlite()
    })
  })

/**
 * Opens a database file, which is made when it is not there: one connection that writes and three that read, so that no reader waits for
 * a writer. `:memory:` has one connection for all.
 */
export const open = (filename: string): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  Effect.gen(function*() {
    const client = yield* Effect.flatMap(untilAlone(connect({ filename, readonly: false }, writing)), clientOf)
    if (isTemporary(filename)) {
      const single = SqlDatabase.reservingOnce(client.reserve)
      return yield* SqlDatabase.own(sqliteDialect, {
        client,
        reader: client.reserve,
        readOnce: single,
        readLong: single,
        single,
        compiler: makeCompilerSqlite()
      })
    }
    return yield* over(filename, client)
  })

/** Opens a database file that is there, for looking at it only. No such file: `Unavailable`. */
export const openReadOnly = (filename: string): Effect.Effect<SqlDatabase.SqlDatabase, StoreError, Scope.Scope> =>
  Effect.flatMap(
    connect({ filename, readonly: true }, reading),
    (connection) => Effect.flatMap(clientOf(connection), (client) => over(filename, client))
  )
