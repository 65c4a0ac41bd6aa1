import type { PipelinedConnection } from "@agenda-engine/sql/database/directStatements"
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
  /** The failure of a statement that was sent ahead is why those after it fail, or are rolled back by `COMMIT`. */
  const answered = <A>(answer: Effect.Effect<A, SqlError>): Effect.Effect<A, SqlError> =>
    Effect.matchEffect(answer, {
      onFailure: (error) => Effect.fail(failure ?? error),
      onSuccess: (value) => failure === null ? Effect.succeed(value) : Effect.fail(failure)
    })
  const execute: Connection["execute"] = (text, parameters, transform) => answered(connection.execute(text, parameters, transform))
  const sending: PipelinedConnection = {
    execute,
    executeUnprepared: execute,
    executeRaw: (text, parameters) => answered(connection.executeRaw(text, parameters)),
    executeValues: (text, parameters) => answered(connection.executeValues(text, parameters)),
    executeStream: (text, parameters, transform) => Stream.fromIterableEffect(execute(text, parameters, transform)),
    send: ([text, parameters], refine = identity) =>
      Effect.sync(() => {
        client.query(text, parameters, (cause) => {
          if (Predicate.isNotNullable(cause)) failure ??= refine(new SqlError({ cause, message: "Failed to execute statement" }))
        })
      })
  }
  return sending
}
