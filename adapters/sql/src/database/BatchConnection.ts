import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Effect from "effect/Effect"
import type { Compiled } from "./Change.js"

/**
 * A connection on which one more statement is almost free. So rows are inserted one by one: for a multi-row `INSERT`,
 * SQLite writes a statement journal that takes a fifth of the time.
 */
export interface BatchConnection extends Connection {
  /** Runs statements in order and stops at the first failure. Results are discarded. */
  readonly executeAll: (statements: ReadonlyArray<Compiled>) => Effect.Effect<void, SqlError>
}

/** Whether a connection is a `BatchConnection`. */
export const isBatching = (connection: Connection): connection is BatchConnection => "executeAll" in connection
