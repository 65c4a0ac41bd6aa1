import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as Effect from "effect/Effect"
import { ofFull } from "../../core/test/repository/ofFull.js"
import { describeFaults } from "../src/faults/describeFaults.js"

describeFaults({ name: "memory", fresh: Effect.succeed(MemoryStores.layer) }, { seeds: ofFull(10_000) })
