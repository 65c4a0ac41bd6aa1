import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { withReference } from "@agenda-engine/core/domain/withService"
import { withSpanIfTraced } from "@agenda-engine/core/domain/withSpanIfTraced"
import { CurrentSharing, RollbackWhole } from "@agenda-engine/core/ports/Transaction"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection, Row } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Statement from "@effect/sql/Statement"
import type { Compiler, Constructor } from "@effect/sql/Statement"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import type { Change } from "./Change.js"
import type { Dialect } from "./Dialect.js"
import { directBatch, directReads, directStatements, isPipelined, type UseConnection } from "./directStatements.js"
import { elapsed_ms, realClock } from "./elapsed.js"
import type { Tables } from "./joinStatements.js"
import { busy_ms_default, busyError, codeOf, mapSqlError, readOnlyError, storeError } from "./mapSqlError.js"
import { type Exclusive, exclusiveOf, type ReadOnce, type Reserve, reserveOnce } from "./reserveConnection.js"
import { type CommitLimits, makeSharedCommits } from "./SharedCommits.js"

/** An open SQL database: its statements, its dialect and its transactions. */
export interface SqlDatabase {
  /** The statement constructor. Inside a transaction, statements run on its connection. */
  readonly sql: Constructor
  readonly dialect: Dialect
  /**
   * Runs a batch of changes inside a transaction, and stops at the first failure. Changes of one table run in order;
   * none reads a table that another one writes to. Changes that ran before the failure stay written unless the
   * transaction or the enclosing savepoint is rolled back.
   */
  readonly runBatch: (changes: ReadonlyArray<Change>) => Effect.Effect<void, SqlError>
  /**
   * Runs `SELECT`s inside a transaction, as one statement where each is a round trip (`Dialect.joinsStatements`), and
   * returns the rows of each. Only there they can read `tables`.
   */
  readonly readBatch: (
    statements: ReadonlyArray<Statement.Statement<Row>>,
    tables?: Tables<Statement.Statement<Row>>
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<Row>>, SqlError>
  /** `Transaction.run`: all or nothing. A nested call runs in a savepoint. */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /** `run` for an effect that needs an `SqlClient`. */
  readonly runClient: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, E | StoreError>
  /** Whether the current fiber is inside a transaction of this database. */
  readonly isInTransaction: Effect.Effect<boolean>
  /** Whether the current fiber's transaction is on a connection that sends statements ahead. */
  readonly sendsAhead: Effect.Effect<boolean>
  /**
   * Runs statements that may fail with `Conflict`, atomically. A failure is rolled back to a savepoint, so the
   * enclosing transaction can go on; under `RollbackWhole` there is no savepoint.
   */
  readonly writeOrConflict: Operation
  /** Runs writes that cannot fail with `Conflict`, so they need no savepoint. */
  readonly writeUnchecked: Operation
  /** Runs one `SELECT`. */
  readonly read: Operation
  /**
   * Runs several `SELECT`s, each in a snapshot of its own, on one connection. Costs no round trip beside theirs. Inside
   * a transaction, they run in that transaction.
   */
  readonly readEach: Operation
  /** Runs several `SELECT`s in one snapshot; inside a transaction, in that transaction. */
  readonly snapshot: Operation
  /** `Transaction.snapshot`: `snapshot` for the reads of several port operations. Writes in it fail with `ReadOnly`. */
  readonly readTogether: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /** `snapshot` for slow statements. Where a statement would block the event loop, it runs on a worker thread. */
  readonly longSnapshot: Operation
}

/** Runs statements for a port operation. `name` is the `operation` of its `StoreError`. */
export type Operation = <A>(name: string, effect: Effect.Effect<A, SqlError | StoreError>) => Effect.Effect<A, StoreError>

type TransactionTag = Context.Tag<SqlClient.TransactionConnection, readonly [connection: Connection, depth: number]>

/** The connection pools of a database. A reserved connection is exclusive until its scope closes. */
export interface Connections {
  /** Its `reserve` gives read-write connections. */
  readonly client: SqlClient.SqlClient
  /**
   * Milliseconds that a transaction waits for a connection and the write lock together, before it fails with `Busy`.
   */
  readonly busy_ms: number
  /** Gives transactions the connections of `client`. */
  readonly exclusive: Exclusive
  /**
   * How transactions that may (`CurrentSharing`) share a commit; null: they do not. Only for a `client` of one
   * connection.
   */
  readonly sharesCommits: CommitLimits | null
  /** Reserves a read connection for statements that are streamed or return unnamed columns. */
  readonly reader: Reserve
  /** Runs several `SELECT`s on one exclusive connection. */
  readonly snapshotRead: ReadOnce
  /** `snapshotRead` for slow statements. */
  readonly slowRead: ReadOnce
  /** Runs one `SELECT` outside any transaction. It sees the last commit. */
  readonly pointRead: ReadOnce
  /** Compiles the client's statements. */
  readonly compiler: Compiler
}

/** Wraps an error of the caller's effect, to tell it from an error of the transaction. */
class CallerError<E> {
  constructor(readonly error: E) {}
}

const execute = (connection: Connection, statement: string): Effect.Effect<void, SqlError> =>
  Effect.asVoid(connection.execute(statement, [], undefined))

/**
 * Runs a rollback statement and ignores its failure: the caller gets the error that caused the rollback. A lost
 * connection has already rolled back.
 */
const rollback = (connection: Connection, statement: string): Effect.Effect<void> => Effect.ignore(execute(connection, statement))

/** Commits, and then returns `value`. */
const commitWith = (dialect: Dialect) => <A>(connection: Connection, value: A): Effect.Effect<A, SqlError> =>
  Effect.catchAll(
    Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
      dialect.isCommitted(result)
        ? Effect.succeed(value)
        : Effect.fail(new SqlError({ message: "no commit", cause: new Error("COMMIT was answered by ROLLBACK") }))),
    ({ cause }) => Effect.zipRight(rollback(connection, "ROLLBACK"), Effect.fail(new SqlError({ message: "COMMIT failed", cause })))
  )

/**
 * Backoff of `BEGIN`. SQLite allows one writer across processes and its own busy handler blocks the thread, so the
 * engine retries instead. It uses the real clock even if the caller provides another.
 */
const busyRetry = Schedule.exponential("1 millis", 1.5).pipe(Schedule.union(Schedule.spaced("20 millis")), Schedule.jittered)

/** Begins a transaction; retries until the deadline while another writer holds the lock. */
const beginWithin = (
  dialect: Dialect,
  connection: Connection,
  begin: string,
  { busy_ms, deadline }: { readonly busy_ms: number; readonly deadline: number }
): Effect.Effect<void, SqlError> => {
  const { readOnlyBegin } = dialect
  const attempt = execute(connection, begin)
  const isLocked = (error: SqlError): boolean => storeError(dialect, "BEGIN", error).reason === "Conflict"
  const refused = (error: SqlError): SqlError =>
    readOnlyBegin !== null && codeOf(error.cause).startsWith(readOnlyBegin) ? readOnlyError(error.cause) : error
  if (isPipelined(connection)) return connection.begin(begin, refused)
  // Most attempts succeed at once: skip the cost of the retry machinery.
  return Effect.catchAll(attempt, (error) =>
    isLocked(error)
      ? attempt.pipe(
        Effect.retry({ while: (failed) => isLocked(failed) && elapsed_ms() < deadline, schedule: busyRetry }),
        Effect.withClock(realClock),
        Effect.mapError((last) => isLocked(last) ? busyError(busy_ms, last.cause) : refused(last))
      )
      : Effect.fail(refused(error)))
}

let opened = 0

const make = (
  dialect: Dialect,
  baseSql: Constructor,
  { busy_ms, client, exclusive, pointRead, sharesCommits, slowRead, snapshotRead }: Omit<Connections, "compiler" | "reader">,
  tag: TransactionTag
): SqlDatabase => {
  /** The connection of the transaction that a fiber is in; null outside of one. */
  const connectionOf = ({ currentContext }: Fiber.RuntimeFiber<unknown, unknown>): Connection | null =>
    Option.match(Context.getOption(currentContext, tag), { onNone: () => null, onSome: ([connection]) => connection })

  /** Makes an effect from the connection of the transaction that its fiber is in, in one step. */
  const withCurrent = <A, E, R>(use: (connection: Connection | null) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) => use(connectionOf(fiber)))

  const useConnection: UseConnection = (fiber, use) => {
    const current = connectionOf(fiber)
    return current === null ? pointRead(use) : use(current)
  }
  opened += 1
  /** Provided inside `readTogether` of this database. */
  const readOnlyTag = Context.GenericTag<"ReadOnly", true>(`@agenda-engine/sql/SqlDatabase/ReadOnly/${opened}`)
  const sql = directStatements(baseSql, dialect, useConnection)
  const commit = commitWith(dialect)

  /** Runs an effect in a savepoint, or without one under `RollbackWhole`. A failure rolls back to the savepoint. */
  const withSavepoint = <A, E, R>(connection: Connection, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    withReference(RollbackWhole, (rollsBackWhole) => rollsBackWhole ? effect : inSavepoint(connection, effect))

  const inSavepoint = <A, E, R>(connection: Connection, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> => {
    // The failure of a statement that was sent ahead could show after the savepoint.
    const own = isPipelined(connection) ? Effect.provideService(effect, tag, [connection.waiting, 0]) : effect
    return Effect.uninterruptibleMask((restore) =>
      Effect.zipRight(
        execute(connection, "SAVEPOINT agenda_part"),
        Effect.matchCauseEffect(restore(own), {
          onSuccess: (value) => Effect.as(execute(connection, "RELEASE SAVEPOINT agenda_part"), value),
          onFailure: (cause) =>
            rollback(connection, "ROLLBACK TO SAVEPOINT agenda_part").pipe(
              Effect.zipRight(rollback(connection, "RELEASE SAVEPOINT agenda_part")),
              Effect.zipRight(Effect.failCause(cause))
            )
        })
      )
    )
  }

  /** Runs an effect in a transaction on a connection: commits when it succeeds, else rolls back. */
  const onConnection = <A, E, R>(connection: Connection, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.matchCauseEffect(effect, {
      onSuccess: (value) => commit(connection, value),
      onFailure: (cause) => Effect.zipRight(rollback(connection, "ROLLBACK"), Effect.failCause(cause))
    })

  const shared = sharesCommits === null
    ? null
    : makeSharedCommits({
      ...sharesCommits,
      commit: (connection) => commit(connection, undefined),
      execute,
      inTurn: (use) => exclusive(Number.POSITIVE_INFINITY, identity, use)
    })

  /** Runs an effect in a new transaction. One deadline covers the wait for a connection and for the write lock. */
  const inNewTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    withSpanIfTraced("sql.transaction")(
      Effect.uninterruptibleMask((restore) =>
        withReference(CurrentSharing, (sharing): Effect.Effect<A, E | SqlError, R> => {
          const deadline = elapsed_ms() + busy_ms
          const begin = (connection: Connection) => beginWithin(dialect, connection, dialect.begin, { busy_ms, deadline })
          const within = (connection: Connection) => restore(Effect.provideService(effect, tag, [connection, 0]))
          const alone = (connection: Connection) => Effect.zipRight(begin(connection), onConnection(connection, within(connection)))
          if (shared === null) return exclusive(busy_ms, restore, alone)
          return sharing === null || sharing.isAlone
            ? exclusive(busy_ms, restore, (connection) => Effect.zipRight(shared.end(connection), alone(connection)))
            : Effect.flatten(
              exclusive(busy_ms, restore, (connection) => shared.join(connection, sharing, begin(connection), within(connection)))
            )
        })
      )
    )

  /** Runs `SELECT`s in a new read transaction, which always ends with a rollback. */
  const inNewSnapshot = (once: ReadOnce) => <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | SqlError> =>
    once((connection) =>
      Effect.acquireUseRelease(
        Effect.suspend(() => beginWithin(dialect, connection, dialect.beginSnapshot, { busy_ms, deadline: elapsed_ms() + busy_ms })),
        () => Effect.provideService(effect, tag, [connection, 0]),
        () => isPipelined(connection) ? Effect.ignore(connection.send(["ROLLBACK", []])) : rollback(connection, "ROLLBACK")
      )
    )

  /**
   * Runs a caller's effect in a transaction or savepoint, and maps only the errors of the transaction to `StoreError`.
   */
  const separateErrors = <A, E, R>(
    operation: string,
    effect: Effect.Effect<A, E, R>,
    inTransaction: (own: Effect.Effect<A, CallerError<E>, R>) => Effect.Effect<A, CallerError<E> | SqlError, R>
  ): Effect.Effect<A, E | StoreError, R> =>
    Effect.mapError(
      inTransaction(Effect.mapError(effect, (error) => new CallerError(error))),
      (error) => error instanceof CallerError ? error.error : storeError(dialect, operation, error)
    )

  const runNew = (operation: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
    separateErrors(operation, effect, inNewTransaction)

  const run: SqlDatabase["run"] = (effect) =>
    withCurrent((current) =>
      current === null
        ? runNew("Transaction.run")(effect)
        : separateErrors("Transaction.run", effect, (own) => withSavepoint(current, own))
    )

  /** Runs writes in the current transaction as `nested` does, else in a new one. `readTogether` refuses them. */
  const writing =
    (nested: <A>(connection: Connection, effect: Effect.Effect<A, SqlError | StoreError>) => typeof effect): Operation => (name, effect) =>
      Effect.withFiberRuntime((fiber) => {
        if (Option.isSome(Context.getOption(fiber.currentContext, readOnlyTag))) {
          return new StoreError({ reason: "ReadOnly", operation: name, cause: new Error("a snapshot only reads") })
        }
        const current = connectionOf(fiber)
        return current === null
          ? runNew(name)(mapSqlError(dialect, name)(effect))
          : mapSqlError(dialect, name)(nested(current, effect))
      })

  const snapshot = (once: ReadOnce): Operation => (name, effect) =>
    mapSqlError(dialect, name)(withCurrent((current) => current === null ? inNewSnapshot(once)(effect) : effect))

  return {
    sql,
    dialect,
    isInTransaction: withCurrent((current) => Effect.succeed(current !== null)),
    sendsAhead: withCurrent((current) => Effect.succeed(current !== null && isPipelined(current))),
    runBatch: directBatch(baseSql, dialect, useConnection),
    readBatch: directReads(dialect, useConnection),
    run,
    runClient: (effect) =>
      run(Effect.flatMap(Effect.serviceOption(tag), (current) => {
        const provided = Effect.provideService(effect, SqlClient.SqlClient, client)
        return Option.isSome(current) ? Effect.provideService(provided, SqlClient.TransactionConnection, current.value) : provided
      })),
    writeOrConflict: writing(withSavepoint),
    writeUnchecked: writing((_, effect) => effect),
    read: (name, effect) => mapSqlError(dialect, name)(effect),
    readEach: (name, effect) =>
      mapSqlError(dialect, name)(
        withCurrent((current) =>
          current === null ? snapshotRead((connection) => Effect.provideService(effect, tag, [connection, 0])) : effect
        )
      ),
    snapshot: snapshot(snapshotRead),
    readTogether: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.contextWithEffect((context: Context.Context<R>) => {
        const provided = Effect.provideService(Effect.provide(effect, context), readOnlyTag, true)
        return withCurrent((current) =>
          current === null ? separateErrors("Transaction.snapshot", provided, inNewSnapshot(snapshotRead)) : provided
        )
      }),
    longSnapshot: snapshot(slowRead)
  }
}

/**
 * A database over a host's `SqlClient`. Host and engine join each other's transactions. All reads and writes use that
 * client's connections.
 */
export const overClient = (dialect: Dialect, client: SqlClient.SqlClient): SqlDatabase => {
  const plain = client.withoutTransforms()
  const once = reserveOnce(plain.reserve)
  const exclusive = exclusiveOf(plain.reserve)
  const connections = {
    client: plain,
    busy_ms: busy_ms_default,
    exclusive,
    sharesCommits: null,
    snapshotRead: once,
    slowRead: once,
    pointRead: once
  }
  return make(dialect, plain, connections, SqlClient.TransactionConnection)
}

/** A database over its own connections. It does not join the transactions of any other client. */
export const overConnections = (dialect: Dialect, { compiler, reader, ...connections }: Connections): Effect.Effect<SqlDatabase> =>
  Effect.sync(() => {
    opened += 1
    const tag: TransactionTag = Context.GenericTag(`@agenda-engine/sql/SqlDatabase/Transaction/${opened}`)
    return make(dialect, Statement.make(reader, compiler, [], undefined), connections, tag)
  })
