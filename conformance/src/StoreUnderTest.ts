import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import type { Capability } from "./Capability.js"

/** Databases that several processes open. */
export interface SharedDatabase {
  /**
   * Creates an empty database and returns its address, such as a file name or a URL; the database is deleted when the
   * scope closes.
   */
  readonly create: Effect.Effect<string, unknown, Scope.Scope>
  /** The layer over the database at an address, which other processes may have open. */
  readonly open: (address: string) => Layer.Layer<never, unknown>
}

/** An adapter to test. */
export interface StoreUnderTest {
  /** Names the adapter in reports. */
  readonly name: string
  /**
   * Creates an empty database (a file, a schema, a server database) and returns the layer over it; the database is
   * deleted when the scope closes. Every build of the layer opens the same database and finds what was committed,
   * unless `lacks` says otherwise. Runs once per case that opens the store several times.
   *
   * The layer may lack ports, and ports made by `Layer.mock` may lack members: the cases that call them are reported as
   * not written yet.
   */
  readonly fresh: Effect.Effect<Layer.Layer<never, unknown>, unknown, Scope.Scope>
  /**
   * Returns the layer over an empty database that may stay open between cases, which never use it at once. Its stores
   * keep nothing of an earlier case. Runs once per case that opens the store once. Absent: `fresh`.
   */
  readonly emptied?: Effect.Effect<Layer.Layer<never, unknown>, unknown, Scope.Scope>
  /** The databases of the cases `process.*`, which every store needs that does not lack `processes`. */
  readonly database?: SharedDatabase
  /** The capabilities that the store does not have, each with the reason. */
  readonly lacks: { readonly [C in Capability]?: string }
}
