import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as Context from "effect/Context"
import * as Layer from "effect/Layer"
import * as World from "./World.js"

/** A world over the memory stores, shared by the tests of a file. */
export class TestWorld extends Context.Tag("test/TestWorld")<TestWorld, World.World>() {
  static readonly layer = (options: World.WorldOptions = {}) => Layer.scoped(TestWorld, World.make(MemoryStores.layer, options))
}
