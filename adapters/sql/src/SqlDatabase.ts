import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { Undivided } from "@agenda-engine/core/ports/Undivided"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import type { Compiler, Constructor } from "@effect/sql/Statement"
import * as Statement from "@effect/sql/Statement"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import type { Change } from "./Change.js"
import type { Dialect } from "./Dialect.js"
import { leanBatch, leanStatements, type UseConnection } from "./leanStatements.js"
import { codeOf, refail, storeError } from "./refail.js"
import { type Reserve, reserveWithin } from "./reserveWithin.js"
import { busy_ms_default, busyError, readOnlyError } from "./storeFaults.js"

/** A database as the stores use it: its statements, its dialect, and the ways to run them. */
export interface SqlDatabase {
  /** Makes statements. In a transaction they run on its connection. */
  readonly sql: Constructor
  readonly dialect: Dialect
  /**
   * Makes changes in a transaction one after the other. None is made behind one that fails; what those before it wrote stays written unless
   * the transaction, or the part of it that they are in, is undone.
   */
  readonly runAll: (changes: ReadonlyArray<Change>) => Effect.Effect<void, SqlError>
  /** `Transaction.run`: everything or nothing; inside another one, a part of that. */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /** `run` for what makes its statements with a client. */
  readonly runClient: <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) => Effect.Effect<A, E | StoreError>
  /** Whether it is in a transaction that runs. */
  readonly isInTransaction: Effect.Effect<boolean>
  /**
   * Statements that may be refused (`Conflict`) and write all or nothing: a transaction that they fail in is as it was, and can go on. Where it
   * is `Undivided` that need not be.
   */
  readonly put: Operation
  /** Statements that write what nothing can stand in the way of. */
  readonly change: Operation
  /** One statement that reads. */
  readonly read: Operation
  /** Several statements that read the same instant; inside a transaction, what that one sees. */
  readonly snapshot: Operation
  /** `snapshot` for statements that may take long: where one would stop the process, they run on a thread of their own. */
  readonly longSnapshot: Operation
}

/** Runs statements for a port's member, whose name their failure bears. */
export type Operation = <A>(name: string, effect: Effect.Effect<A, SqlError | StoreError>) => Effect.Effect<A, StoreError>

/** Uses a connection once. */
type ReadOnce = <A, E>(use: (connection: Connection) => Effect.Effect<A, E>) => Effect.Effect<A, E | SqlError>

/** Reserves a connection for each use. Whoever waits for one may be interrupted; see `reserveWithin`. */
export const reservingOnce = (reserve: Reserve): ReadOnce => (use) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(
      reserveWithin(reserve, Number.POSITIVE_INFINITY, restore),
      ([scope, connection]) => Effect.onExit(restore(use(connection)), (exit) => Scope.close(scope, exit))
    )
  )

type TransactionTag = Context.Tag<SqlClient.TransactionConnection, readonly [connection: Connection, depth: number]>

/** What a database's connections come from. One that is reserved is nobody else's until its scope closes. */
export interface Connections {
  /** Its `reserve` gives connections that may write. */
  readonly client: SqlClient.SqlClient
  /** Milliseconds that a transaction waits in all, for such a connection and for its turn to write, before it fails with `Busy`. */
  readonly busy_ms: number
  /** Gives connections for reading, to statements that are run in a way of their own: as a stream, or without the names of columns. */
  readonly reader: Reserve
  /** Runs several statements that read, one after the other, on a connection that is nobody else's meanwhile. */
  readonly readOnce: ReadOnce
  /** `readOnce` for statements that may take long. */
  readonly readLong: ReadOnce
  /** Runs one statement that reads, outside of any transaction: it sees what was committed last. */
  readonly single: ReadOnce
  /** Writes the client's statements. */
  readonly compiler: Compiler
}

/** Keeps a failure of the caller's own apart from the transaction's. */
class CallersFailure<E> {
  constructor(readonly error: E) {}
}

/** A `COMMIT` that failed. `makeWithTransaction` can only report it as a defect, which this class tells from any other. */
class CommitFailure extends SqlError {}

const executing = (connection: Connection, statement: string): Effect.Effect<void, SqlError> =>
  Effect.asVoid(connection.execute(statement, [], undefined))

/** Undoing has nobody to report to: the failure that led to it is what the caller is told. A lost connection has undone everything. */
const undoing = (connection: Connection, statement: string): Effect.Effect<void> => Effect.ignore(executing(connection, statement))

/** In a transaction, keeps what an effect did when it succeeds, and undoes it alone when it does not. Where it is `Undivided`, nothing is undone alone. */
const guarding = <A, E, R>(connection: Connection, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
  Effect.flatMap(Undivided, (undivided) => undivided ? effect : saving(connection, effect))

const saving = <A, E, R>(connection: Connection, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.zipRight(
      executing(connection, "SAVEPOINT agenda_part"),
      Effect.matchCauseEffect(restore(effect), {
        onSuccess: (value) => Effect.as(executing(connection, "RELEASE SAVEPOINT agenda_part"), value),
        onFailure: (cause) =>
          undoing(connection, "ROLLBACK TO SAVEPOINT agenda_part").pipe(
            Effect.zipRight(undoing(connection, "RELEASE SAVEPOINT agenda_part")),
            Effect.zipRight(Effect.failCause(cause))
          )
      })
    )
  )

const committing = (dialect: Dialect) => (connection: Connection): Effect.Effect<void, SqlError> =>
  connection.executeRaw("COMMIT", []).pipe(
    Effect.filterOrFail(
      dialect.isKept,
      () => new SqlError({ message: "the database rolled the transaction back", cause: new Error("COMMIT was answered by ROLLBACK") })
    ),
    Effect.mapError(({ cause }) => new CommitFailure({ message: "COMMIT failed", cause })),
    Effect.tapError(() => undoing(connection, "ROLLBACK")),
    Effect.asVoid
  )

/**
 * SQLite has one writer over all processes, and its own waiting would stop this one. So it is asked again, and again, for a while: by the real
 * clock, whatever clock the caller lives by.
 */
const patiently = Schedule.exponential("1 millis", 1.5).pipe(Schedule.union(Schedule.spaced("20 millis")), Schedule.jittered)

const realClock = Clock.make()

/** Milliseconds of a clock that no correction of the time moves. */
const elapsed_ms = (): number => Number(realClock.unsafeCurrentTimeNanos() / 1_000n) / 1_000

/** Begins a transaction, and tries again until the deadline while other writers keep it from beginning. */
const beginning = (
  dialect: Dialect,
  connection: Connection,
  begin: string,
  { busy_ms, deadline }: { readonly busy_ms: number; readonly deadline: number }
): Effect.Effect<void, SqlError> => {
  const { readOnlyBegin } = dialect
  const begun = Effect.mapError(
    executing(connection, begin),
    (error) => readOnlyBegin !== null && codeOf(error.cause).startsWith(readOnlyBegin) ? readOnlyError(error.cause) : error
  )
  const isTaken = (error: SqlError): boolean => storeError(dialect, "BEGIN", error).reason === "Conflict"
  // Most begin at once, without what waiting takes.
  return Effect.catchAll(begun, (error) =>
    isTaken(error)
      ? begun.pipe(
        Effect.retry({ while: (failed) => isTaken(failed) && elapsed_ms() < deadline, schedule: patiently }),
        Effect.withClock(realClock),
        Effect.mapError((last) => isTaken(last) ? busyError(busy_ms, last.cause) : last)
      )
      : Effect.fail(error))
}

const make = (
  dialect: Dialect,
  made: Constructor,
  { busy_ms, client, readLong, readOnce, single }: Omit<Connections, "compiler" | "reader">,
  tag: TransactionTag
): SqlDatabase => {
  const useConnection: UseConnection = (fiber, use) => {
    const current = Context.getOption(fiber.currentContext, tag)
    return Option.isSome(current) ? use(current.value[0]) : single(use)
  }
  const sql = leanStatements(made, dialect, useConnection)
  const isInTransaction = Effect.map(Effect.serviceOption(tag), Option.isSome)
  const writingOn = (connection: Connection, deadline: number) =>
    SqlClient.makeWithTransaction({
      transactionTag: tag,
      spanAttributes: [],
      acquireConnection: Effect.succeed([undefined, connection] as const),
      begin: (reserved) => beginning(dialect, reserved, dialect.begin, { busy_ms, deadline }),
      savepoint: (reserved, id) => executing(reserved, `SAVEPOINT agenda_${id}`),
      commit: committing(dialect),
      rollback: (reserved) => undoing(reserved, "ROLLBACK"),
      rollbackSavepoint: (reserved, id) => undoing(reserved, `ROLLBACK TO SAVEPOINT agenda_${id}`)
    })

  /** Runs an effect in a transaction of its own. The wait for a connection and the one for the turn to write have one deadline. */
  const writing = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        const deadline = elapsed_ms() + busy_ms
        return Effect.flatMap(
          reserveWithin(client.reserve, busy_ms, restore),
          ([scope, connection]) => Effect.onExit(restore(writingOn(connection, deadline)(effect)), (exit) => Scope.close(scope, exit))
        )
      })
    )

  /** Runs statements that only read in a transaction of their own: there is nothing in it to keep. */
  const atOneInstant = (once: ReadOnce) => <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E | SqlError> =>
    once((connection) =>
      Effect.acquireUseRelease(
        Effect.suspend(() => beginning(dialect, connection, dialect.beginSnapshot, { busy_ms, deadline: elapsed_ms() + busy_ms })),
        () => Effect.provideService(effect, tag, [connection, 0]),
        () => undoing(connection, "ROLLBACK")
      )
    )

  /** Runs a caller's effect in a transaction, or a part of one, and keeps the failures of the two apart. */
  const apart = <A, E, R>(
    operation: string,
    effect: Effect.Effect<A, E, R>,
    inTransaction: (own: Effect.Effect<A, CallersFailure<E>, R>) => Effect.Effect<A, CallersFailure<E> | SqlError, R>
  ): Effect.Effect<A, E | StoreError, R> =>
    Effect.mapError(
      inTransaction(Effect.mapError(effect, (error) => new CallersFailure(error))),
      (error) => error instanceof CallersFailure ? error.error : storeError(dialect, operation, error)
    )

  const within = (operation: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
    apart(operation, effect, writing).pipe(
      Effect.catchSomeDefect((defect) =>
        defect instanceof CommitFailure ? Option.some(Effect.fail(storeError(dialect, operation, defect))) : Option.none()
      )
    )

  const run: SqlDatabase["run"] = (effect) =>
    Effect.flatMap(Effect.serviceOption(tag), (current) =>
      Option.isSome(current)
        ? apart("Transaction.run", effect, (own) => guarding(current.value[0], own))
        : within("Transaction.run")(effect))

  const snapshot = (once: ReadOnce): Operation => (name, effect) =>
    refail(dialect, name)(Effect.flatMap(isInTransaction, (joins) => joins ? effect : atOneInstant(once)(effect)))

  return {
    sql,
    dialect,
    isInTransaction,
    runAll: leanBatch(made, dialect, useConnection),
    run,
    runClient: (effect) =>
      run(Effect.flatMap(Effect.serviceOption(tag), (current) => {
        const given = Effect.provideService(effect, SqlClient.SqlClient, client)
        return Option.isSome(current) ? Effect.provideService(given, SqlClient.TransactionConnection, current.value) : given
      })),
    put: (name, effect) =>
      Effect.flatMap(Effect.serviceOption(tag), (current) =>
        Option.isSome(current)
          ? refail(dialect, name)(guarding(current.value[0], effect))
          : within(name)(refail(dialect, name)(effect))),
    change: (name, effect) => {
      const named = refail(dialect, name)(effect)
      return Effect.flatMap(isInTransaction, (joins) => joins ? named : within(name)(named))
    },
    read: (name, effect) => refail(dialect, name)(effect),
    snapshot: snapshot(readOnce),
    longSnapshot: snapshot(readLong)
  }
}

/**
 * A database over the client of a host: a transaction of the host's is one of the database's, and the other way round. It has the
 * connections of that client for everything.
 */
export const shared = (dialect: Dialect, client: SqlClient.SqlClient): SqlDatabase => {
  const plain = client.withoutTransforms()
  const once = reservingOnce(plain.reserve)
  const connections = { client: plain, busy_ms: busy_ms_default, readOnce: once, readLong: once, single: once }
  return make(dialect, plain, connections, SqlClient.TransactionConnection)
}

let owned = 0

/** A database over connections of its own. It knows its own transactions alone: those of any other client go past it. */
export const own = (dialect: Dialect, { compiler, reader, ...connections }: Connections): Effect.Effect<SqlDatabase> =>
  Effect.sync(() => {
    owned += 1
    const tag: TransactionTag = Context.GenericTag(`@agenda-engine/sql/SqlDatabase/Transaction/${owned}`)
    return make(dialect, Statement.make(reader, compiler, [], undefined), connections, tag)
  })
