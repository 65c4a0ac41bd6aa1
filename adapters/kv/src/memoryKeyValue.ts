import * as Core from "@agenda-engine/core/memory/memoryKeyValue"
import type * as Effect from "effect/Effect"
import type { KeyValue } from "./KeyValue.js"

/** An empty store of texts in memory. Its states are immutable trees, so that readers wait for nobody. */
export const memoryKeyValue: Effect.Effect<KeyValue> = Core.memoryKeyValue()
