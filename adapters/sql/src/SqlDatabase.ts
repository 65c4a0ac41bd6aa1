import { StoreError } from "@agenda-engine/core/domain/EngineError"
import * as SqlClient from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Scope from "effect/Scope"
import type { Dialect } from "./Dialect.js"
import { refail, storeError } from "./refail.js"

/** A database as the stores use it: its statements, its dialect, and the ways to run them. */
export interface SqlDatabase {
  /** Makes statements. In a transaction they run on its connection. */
  readonly sql: SqlClient.SqlClient
  readonly dialect: Dialect
  /** `Transaction.run`: everything or nothing; inside another one, a part of that. */
  readonly run: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  /** Statements that may be refused (`Conflict`) and write all or nothing: a transaction that they fail in is as it was, and can go on. */
  readonly put: Operation
  /** Statements that write what nothing can stand in the way of. */
  readonly change: Operation
  /** One statement that reads. */
  readonly read: Operation
  /** Several statements that read the same instant; inside a transaction, what that one sees. */
  readonly snapshot: Operation
}

/** Runs statements for a port's member, whose name their failure bears. */
export type Operation = <A>(name: string, effect: Effect.Effect<A, SqlError | StoreError>) => Effect.Effect<A, StoreError>

/** Where a database's connections come from. Each is given back when its scope closes. */
export interface Connections {
  readonly sql: SqlClient.SqlClient
  /** One that may write; nobody else has it meanwhile. */
  readonly writer: Effect.Effect<Connection, SqlError, Scope.Scope>
  /** One for reading; nobody else has it meanwhile. */
  readonly reader: Effect.Effect<Connection, SqlError, Scope.Scope>
}

/** Keeps a failure of the caller's own apart from the transaction's. */
class CallersFailure<E> {
  constructor(readonly error: E) {}
}

/** A `COMMIT` that failed. `makeWithTransaction` can only report it as a defect, which this class tells from any other. */
class CommitFailure extends SqlError {}

const reserving = (connection: Effect.Effect<Connection, SqlError, Scope.Scope>) =>
  Effect.flatMap(Scope.make(), (scope) =>
    Scope.extend(connection, scope).pipe(
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
      Effect.map((reserved) => [scope, reserved] as const)
    ))

const executing = (connection: Connection, statement: string): Effect.Effect<void, SqlError> =>
  Effect.asVoid(connection.execute(statement, [], undefined))

/** Undoing has nobody to report to: the failure that led to it is what the caller is told. A lost connection has undone everything. */
const undoing = (connection: Connection, statement: string): Effect.Effect<void> => Effect.ignore(executing(connection, statement))

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
const patiently = Schedule.exponential("1 millis", 1.5).pipe(
  Schedule.union(Schedule.spaced("20 millis")),
  Schedule.jittered,
  Schedule.upTo("10 seconds")
)

const beginning = (dialect: Dialect, connection: Connection, begin: string): Effect.Effect<void, SqlError> =>
  executing(connection, begin).pipe(
    Effect.retry({ while: (error) => storeError(dialect, "BEGIN", error).reason === "Conflict", schedule: patiently }),
    Effect.withClock(Clock.make())
  )

const isInTransaction: Effect.Effect<boolean> = Effect.map(Effect.serviceOption(SqlClient.TransactionConnection), Option.isSome)

/** A database over these connections. */
export const make = (dialect: Dialect, { reader, sql, writer }: Connections): SqlDatabase => {
  const transaction = (connection: Connections["writer"], begin: string) =>
    SqlClient.makeWithTransaction({
      transactionTag: SqlClient.TransactionConnection,
      spanAttributes: [],
      acquireConnection: reserving(connection),
      begin: (reserved) => beginning(dialect, reserved, begin),
      savepoint: (reserved, id) => executing(reserved, `SAVEPOINT agenda_${id}`),
      commit: committing(dialect),
      rollback: (reserved) => undoing(reserved, "ROLLBACK"),
      rollbackSavepoint: (reserved, id) => undoing(reserved, `ROLLBACK TO SAVEPOINT agenda_${id}`)
    })
  const writing = transaction(writer, dialect.begin)
  const reading = transaction(reader, dialect.beginSnapshot)

  const within = (kind: typeof writing, operation: string) => <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | StoreError, R> =>
    kind(Effect.mapError(effect, (error) => new CallersFailure(error))).pipe(
      Effect.mapError((error) => error instanceof CallersFailure ? error.error : storeError(dialect, operation, error)),
      Effect.catchSomeDefect((defect) =>
        defect instanceof CommitFailure ? Option.some(Effect.fail(storeError(dialect, operation, defect))) : Option.none()
      )
    )

  const joining = <A>(kind: typeof writing, name: string, effect: Effect.Effect<A, SqlError | StoreError>) => {
    const named = refail(dialect, name)(effect)
    return Effect.flatMap(isInTransaction, (joins) => joins ? named : within(kind, name)(named))
  }

  return {
    sql,
    dialect,
    run: (effect) => Effect.flatMap(isInTransaction, (joins) => joins ? effect : within(writing, "Transaction.run")(effect)),
    put: (name, effect) => within(writing, name)(refail(dialect, name)(effect)),
    change: (name, effect) => joining(writing, name, effect),
    read: (name, effect) => refail(dialect, name)(effect),
    snapshot: (name, effect) => joining(reading, name, effect)
  }
}
