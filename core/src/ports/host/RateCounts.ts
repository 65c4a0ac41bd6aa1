import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"

/** Counts of requests in one minute, which several processes share. */
export interface SharedCounts {
  /**
   * Adds to the counts of a minute (epoch minutes), by name, and returns what all processes have added to these names
   * in that minute. Counts of minutes before the last one are deleted.
   */
  readonly add: (minute: number, counts: ReadonlyMap<string, number>) => Effect.Effect<ReadonlyMap<string, number>, StoreError>
}

/** The counts that the processes of one database share. Null, the default: each process counts for itself. */
export class RateCounts extends Context.Reference<RateCounts>()<"@agenda-engine/core/ports/host/RateCounts", SharedCounts | null>(
  "@agenda-engine/core/ports/host/RateCounts",
  { defaultValue: () => null }
) {}
