import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Runs effects on one connection to a database. */
export type Opening = <A, E>(effect: Effect.Effect<A, E, Stores>) => Effect.Effect<A, E>

/** Builds a layer twice, and hands over a way to run effects on the one and on the other. */
export const openTwice = (
  layer: Layer.Layer<Stores, unknown>,
  use: (first: Opening, second: Opening) => Effect.Effect<void, unknown>
): Effect.Effect<void, unknown> =>
  Effect.scoped(Effect.gen(function*() {
    const one = yield* Layer.build(Layer.fresh(layer))
    const other = yield* Layer.build(Layer.fresh(layer))
    yield* use(Effect.provide(one), Effect.provide(other))
  }))
