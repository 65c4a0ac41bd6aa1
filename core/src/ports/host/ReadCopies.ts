import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * A copy of the database, such as a hot standby, that searches may read. `ready`: they read it as far as it has reached
 * what they need. `behind`: it lags too far. `away`: it cannot be reached, or is a copy no more.
 */
export interface ReadCopy {
  /** Its host and database, without credentials. */
  readonly place: string
  readonly state: "ready" | "behind" | "away"
}

/** The copies that searches read beside the database, as they are now. None by default. */
export class ReadCopies extends Context.Reference<ReadCopies>()<
  "@agenda-engine/core/ports/host/ReadCopies",
  Effect.Effect<ReadonlyArray<ReadCopy>>
>("@agenda-engine/core/ports/host/ReadCopies", { defaultValue: () => Effect.succeed([]) }) {}
