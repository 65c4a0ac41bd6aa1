import { describeConformance } from "@agenda-engine/conformance/vitest"
import * as Effect from "effect/Effect"
import * as KvStores from "../src/KvStores.js"
import { memoryKeyValue } from "../src/memoryKeyValue.js"

describeConformance({
  name: "kv in memory",
  fresh: Effect.map(memoryKeyValue, (store) => KvStores.layerOver(store)),
  lacks: { processes: "its data is in this process" }
}, { differentialRuns: 30 })
