import { HostStatementError, type HostStatements } from "@agenda-engine/core/ports/host/HostStatements"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { SqlDatabase } from "../database/SqlDatabase.js"

/** Statements of a host on the connection of the current transaction. */
export const make = ({ sql }: SqlDatabase): Context.Tag.Service<HostStatements> => ({
  run: (text, parameters) =>
    Effect.mapError(sql.unsafe(text, parameters), (error) => new HostStatementError({ cause: error.cause ?? error }))
})
