import type { PipelinedConnection } from "@agenda-engine/sql/database/directStatements"
import { codeOf } from "@agenda-engine/sql/database/mapSqlError"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"

/** What is used of a client of node-postgres. */
interface Client {
  pipeline: boolean
  readonly query: (text: string, parameters: ReadonlyArray<unknown>, answered: (cause: unknown) => void) => void
}

/** The code of a statement that fails because one before it in the transaction has failed. */
const abortedBefore = "25P02"

/** Older clients have no such setting. */
const canPipeline = (client: unknown): client is Client => Predicate.hasProperty(client, "pipeline") && Predicate.isBoolean(client.pipeline)

/**
 * Makes a reserved connection of @effect/sql-pg send statements ahead, until it is released; itself where the driver
 * cannot. `isOwn`: nobody else uses its pool, such as for cursors, which cannot be pipelined. Postgres answers in
 * order: with a statement, all that were sent before it have ended.
 */
export const pipelined = (isOwn: boolean) => (connection: Connection): Connection => {
  const client: unknown = Predicate.hasProperty(connection, "pg") ? connection.pg : null
  if (!canPipeline(client)) return connection
  if (isOwn) client.pipeline = true
  if (!client.pipeline) return connection
  let failure: SqlError | null = null
  /** Until `BEGIN` is answered. */
  let begun: Promise<void> | null = null
  /**
   * When a statement that was sent ahead fails, those after it fail, and `COMMIT` rolls back: its error is reported for
   * them. Not if it is 25P02: then an earlier statement failed, and has the error.
   */
  const answered = <A>(answer: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.matchEffect(answer, {
      onFailure: (error) => Effect.fail(failure === null || codeOf(failure.cause) === abortedBefore ? error : failure),
      onSuccess: (value) => failure === null ? Effect.succeed(value) : Effect.fail(failure)
    })
  /**
   * Runs a statement, unless one that was sent ahead has failed. A write waits for the answer to `BEGIN`: after one
   * that failed, such as a cancelled one, it would commit by itself.
   */
  const next = <A>(text: string, run: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.suspend(() => {
      if (text.startsWith("ROLLBACK")) return run
      if (failure !== null) return Effect.fail(failure)
      const beginning = begun
      return beginning === null || text.startsWith("SELECT")
        ? run
        : Effect.zipRight(Effect.promise(() => beginning), next(text, run))
    })
  const sent = (text: string, parameters: ReadonlyArray<unknown>, refine: (error: SqlError) => SqlError): Promise<void> =>
    new Promise((resolve) => {
      client.query(text, parameters, (cause) => {
        if (Predicate.isNotNullable(cause)) failure ??= refine(new SqlError({ cause, message: "Failed to execute statement" }))
        resolve()
      })
    })
  const execute: Connection["execute"] = (text, parameters, transform) =>
    next(text, answered(connection.execute(text, parameters, transform)))
  const waiting: Connection = {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, parameters) => next(text, answered(connection.executeRaw(text, parameters))),
    executeValues: (text, parameters) => next(text, answered(connection.executeValues(text, parameters))),
    // A cursor cannot be pipelined: all rows are read at once.
    executeStream: (text, parameters, transform) => Stream.fromIterableEffect(execute(text, parameters, transform))
  }
  const sending: PipelinedConnection = {
    ...waiting,
    waiting,
    begin: (text, refine) =>
      Effect.sync(() => {
        begun = sent(text, [], refine).finally(() => {
          begun = null
        })
      }),
    send: ([text, parameters]) => next(text, Effect.sync(() => void sent(text, parameters, identity)))
  }
  return sending
}
