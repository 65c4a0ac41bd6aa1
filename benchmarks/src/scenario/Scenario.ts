import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Target } from "./Target.js"
import type { Contestant, World } from "./World.js"

/** A measurement. */
export interface Scenario {
  /** Name on the command line. */
  readonly name: string
  readonly title: string
  /** The data sets it runs on. Its targets are about the first. */
  readonly on: readonly ["small" | "large", ...ReadonlyArray<"small" | "large">]
  /** `core`: measured by default; `all`: with `--all` or `--large`; `peers`: with `--peers`. */
  readonly asked: "core" | "all" | "peers"
  /** Verifies the responses and returns the contestants, which are measured in turns. */
  readonly prepare: (world: World) => Effect.Effect<ReadonlyArray<Contestant>, unknown, Scope.Scope>
  readonly targets: ReadonlyArray<Target>
}
