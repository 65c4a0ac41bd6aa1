import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Contestant, World } from "./World.js"

/** What is compared of two contestants, round by round: answers a second, or milliseconds. */
export type Measure = "perSecond" | "p50_ms" | "p99_ms" | "cpu_us" | "anonymous_bytes"

/** What has to hold: the measure of one contestant, divided by another's. Without `to`: the measure itself. */
export interface Target {
  readonly of: string
  /** Requests of this sort alone. */
  readonly kind?: string
  readonly to?: string
  readonly measure: Measure
  readonly atLeast?: number
  readonly atMost?: number
}

/** Something that is measured. */
export interface Scenario {
  /** What it is chosen by. */
  readonly name: string
  readonly title: string
  /** The data sets that it is measured on. */
  readonly on: ReadonlyArray<"small" | "large">
  /** Whether it is among those that are measured when nothing is said. */
  readonly isCore: boolean
  /** Makes sure that everybody answers as is needed, and says who takes turns. */
  readonly prepare: (world: World) => Effect.Effect<ReadonlyArray<Contestant>, unknown, Scope.Scope>
  readonly targets: ReadonlyArray<Target>
}
