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
  /** Measured when nothing is said; with all the others; with the peers. */
  readonly asked: "core" | "all" | "peers"
  /** Makes sure that everybody answers as is needed, and says who takes turns. */
  readonly prepare: (world: World) => Effect.Effect<ReadonlyArray<Contestant>, unknown, Scope.Scope>
  readonly targets: ReadonlyArray<Target>
}
