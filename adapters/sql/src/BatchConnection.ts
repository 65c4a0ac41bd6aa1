import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type * as Effect from "effect/Effect"
import type { Compiled } from "./Change.js"

/**
 * A connection to which one more statement costs next to nothing. So rows are best inserted one by one: SQLite keeps a journal for a statement
 * of several, which takes a fifth of what inserting them does.
 */
export interface BatchConnection extends Connection {
  /** Runs statements one after the other, none behind one that fails. What they answer is left. */
  readonly executeAll: (statements: ReadonlyArray<Compiled>) => Effect.Effect<void, SqlError>
}

/** Whether a connection is such a one. */
export const isBatching = (connection: Connection): connection is BatchConnection => "executeAll" in connection
