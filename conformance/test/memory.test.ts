import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as Effect from "effect/Effect"
import { describeConformance } from "../src/vitest.js"

describeConformance({
  name: "memory",
  fresh: Effect.succeed(MemoryStores.layer),
  lacks: {
    reopen: "memory ends with the layer",
    share: "each build of the layer is a separate database",
    processes: "memory ends with its process"
  }
}, { differentialRuns: 40 })
