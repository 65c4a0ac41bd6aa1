import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { readEverything } from "./readEverything.js"

readEverything("memory", MemoryStores.layer, "every way")
