import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as KeyValueStores from "../keyvalue/KeyValueStores.js"
import type { Stores } from "../ports/Stores.js"
import { memoryKeyValue } from "./memoryKeyValue.js"

/** All stores in memory, for tests, demonstrations and small agendas. Each build of the layer starts empty. */
export const layer: Layer.Layer<Stores> = Layer.unwrapEffect(Effect.map(memoryKeyValue(), KeyValueStores.layerOver))
