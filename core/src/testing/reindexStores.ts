import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../domain/EngineError.js"
import type { Stores } from "../ports/Stores.js"
import { revisedStores } from "../services/revision/revisedStores.js"
import { Upkeep } from "../services/Upkeep.js"

/** `Upkeep.reindex` over some stores, as the engine runs it. */
export const reindexStores = (
  stores: Context.Context<Stores>,
  progress: (done: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<number, StoreError> =>
  Effect.flatMap(Upkeep, (upkeep) => upkeep.reindex(progress)).pipe(
    Effect.provide(Upkeep.layer.pipe(Layer.provide(revisedStores), Layer.provide(Layer.succeedContext(stores))))
  )
