import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { causeMessage } from "../../domain/error/causeMessage.js"

/** A statement of a host failed. `cause` is the error of the driver. */
export class HostStatementError extends Schema.TaggedError<HostStatementError>("@agenda-engine/core/HostStatementError")(
  "HostStatementError",
  { cause: Schema.Defect }
) {
  override get message(): string {
    return `the statement failed: ${causeMessage(this.cause)}`
  }
}

/** A row: values by the names of columns, as the driver returns them. */
export interface HostRow {
  readonly [column: string]: unknown
}

/** Statements of a host, in the language of the database, in a transaction of the engine. */
export class HostStatements extends Context.Tag("@agenda-engine/core/ports/host/HostStatements")<HostStatements, {
  /**
   * Runs a statement on the connection of the current transaction and returns its rows. `parameters` are bound to the
   * placeholders of the driver: `?` on SQLite, `$1` on Postgres. Fails with the error of the driver.
   */
  readonly run: (text: string, parameters: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<HostRow>, HostStatementError>
}>() {
  /** For stores without statements: each fails. */
  static readonly none: Layer.Layer<HostStatements> = Layer.succeed(HostStatements, {
    run: () => Effect.suspend(() => new HostStatementError({ cause: new Error("this database takes no statements") }))
  })
}
