import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Target } from "./Target.js"
import type { Contestant, World } from "./World.js"

/** Something that is measured. */
export interface Scenario {
  /** What it is chosen by. */
  readonly name: string
  readonly title: string
  /** The data sets that it is measured on. Its targets are about the first. */
  readonly on: readonly ["small" | "large", ...ReadonlyArray<"small" | "large">]
  /** What is measured on data of its own, in the place of the data set: what it is, and how many events. */
  readonly data?: { readonly name: string; readonly events: number }
  /** Measured when nothing is said; with all the others; with the peers. */
  readonly asked: "core" | "all" | "peers"
  /** Makes sure that everybody answers as is needed, and says who takes turns. */
  readonly prepare: (world: World) => Effect.Effect<ReadonlyArray<Contestant>, unknown, Scope.Scope>
  readonly targets: ReadonlyArray<Target>
}
