import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** What health checks and metrics show of the database. */
export interface DatabaseIdentity {
  /** The random id. Null: the host has not named it. */
  readonly id: string | null
  /** When the newest backup was complete, in epoch milliseconds. Null: unknown, or there is none. */
  readonly backedUpAt: Effect.Effect<number | null>
}

/** The database of the engine, as its host names it. */
export class CurrentDatabase extends Context.Reference<CurrentDatabase>()("@agenda-engine/core/domain/CurrentDatabase", {
  defaultValue: (): DatabaseIdentity => ({ id: null, backedUpAt: Effect.succeed(null) })
}) {}
