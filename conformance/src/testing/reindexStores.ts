import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Maintenance } from "@agenda-engine/core/services/Maintenance"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { testEngine } from "./testEngine.js"

/** Runs `Maintenance.reindex` of an engine over stores. */
export const reindexStores = (
  stores: Context.Context<Stores>,
  progress: (done: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<number, StoreError> =>
  Effect.flatMap(Maintenance, (maintenance) => maintenance.reindex(progress)).pipe(
    Effect.provide(testEngine.pipe(Layer.provide(Layer.succeedContext(stores))))
  )
