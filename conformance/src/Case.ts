import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type { Capability } from "./Capability.js"

/** One demand on a store, with the program that shows whether it is met. */
export interface Case {
  /** Stable and unique: `<port>.<subject>.<demand>`. Each has a row in `docs/conformance-cases.md`. */
  readonly id: string
  /** Where the demand comes from: a clause of the specification or the contract of a port. */
  readonly clause: string
  /** The demand as a sentence. */
  readonly title: string
  /** What a store must be able to do for the demand to make sense; null: every store meets it. */
  readonly needs: Capability | null
  /** How long it may take, in milliseconds: a store that hangs fails. */
  readonly time_ms_max: number
  /**
   * Given the layer over an empty place: succeeds when the demand is met, fails with a `ConformanceFailure` when it is
   * not.
   */
  readonly run: (layer: Layer.Layer<Stores, unknown>) => Effect.Effect<void, unknown>
}

/** How long a case may take unless it says otherwise, in milliseconds. */
export const caseTime_ms_max = 30_000

/** A case that opens the store once. */
export const demand = (id: string, clause: string, title: string, program: Effect.Effect<void, unknown, Stores>): Case => ({
  id,
  clause,
  title,
  needs: null,
  time_ms_max: caseTime_ms_max,
  run: (layer) => Effect.provide(program, layer)
})

/** A case that opens the store as it needs to: several times, or twice at once. */
export const demandOfDatabase = (
  id: string,
  clause: string,
  title: string,
  needs: Capability,
  run: (layer: Layer.Layer<Stores, unknown>) => Effect.Effect<void, unknown>
): Case => ({ id, clause, title, needs, time_ms_max: caseTime_ms_max, run })
