import { describeConformance } from "@agenda-engine/conformance/vitest"
import { memoryKeyValue } from "@agenda-engine/core/memory/memoryKeyValue"
import * as Effect from "effect/Effect"
import * as KvStores from "../src/KvStores.js"

describeConformance({
  name: "kv in memory",
  fresh: Effect.map(memoryKeyValue<string>(), (store) => KvStores.layerOver(store)),
  lacks: { processes: "its data is in this process" }
}, { differentialRuns: 30 })
