import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { StoreError } from "../domain/error/EngineError.js"
import type { Stores } from "../ports/Stores.js"
import { Maintenance } from "../services/Maintenance.js"
import { revisedStores } from "../services/revision/revisedStores.js"
import { plainRichText } from "./plainRichText.js"

/** Runs `Maintenance.reindex` over stores, as the engine does. */
export const reindexStores = (
  stores: Context.Context<Stores>,
  progress: (done: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<number, StoreError> =>
  Effect.flatMap(Maintenance, (maintenance) => maintenance.reindex(progress)).pipe(
    Effect.provide(Maintenance.layer.pipe(Layer.provide(revisedStores), Layer.provide([Layer.succeedContext(stores), plainRichText])))
  )
