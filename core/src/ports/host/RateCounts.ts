import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"

/** What all processes have added to a name in a minute. */
export interface SharedCount {
  readonly name: string
  /** Minutes since the epoch. */
  readonly minute: number
  readonly taken: number
}

/** Counts of requests by minute, which several processes share. */
export interface SharedCounts {
  /**
   * Adds to the counts of a minute, by name. Returns the counts of these names in that minute and in the one before;
   * counts of earlier minutes are deleted.
   */
  readonly add: (minute: number, counts: ReadonlyMap<string, number>) => Effect.Effect<ReadonlyArray<SharedCount>, StoreError>
}

/** The counts that the processes of one database share. Null, the default: each process counts for itself. */
export class RateCounts extends Context.Reference<RateCounts>()<"@agenda-engine/core/ports/host/RateCounts", SharedCounts | null>(
  "@agenda-engine/core/ports/host/RateCounts",
  { defaultValue: () => null }
) {}
