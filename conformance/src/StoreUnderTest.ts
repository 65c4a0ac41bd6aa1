import type { Stores } from "@agenda-engine/core/ports/Stores"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Capability } from "./Capability.js"

/** An adapter as the suite meets it. */
export interface StoreUnderTest {
  /** Names the adapter in reports. */
  readonly name: string
  /**
   * Makes a new place for data that holds nothing (a file, a schema, a database) and answers the layer over it. The
   * place goes when the scope closes. Every build of the layer opens the place: building it again, after the first was
   * closed or beside it, must find what was committed, unless `lacks` says otherwise. Called once per case.
   */
  readonly fresh: Effect.Effect<Layer.Layer<Stores, unknown>, unknown, Scope.Scope>
  /** The capabilities that the store does not have, each with the reason. */
  readonly lacks: { readonly [C in Capability]?: string }
}
