import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { describe, layer } from "@effect/vitest"
import * as Layer from "effect/Layer"
import { TestWorld } from "../world/TestWorld.js"
import { make } from "../world/World.js"
import { offerWrites } from "./offerWrites.js"
import { rowWrites } from "./rowWrites.js"
import { travelInTime } from "./travelInTime.js"

/** Declares the tests of offers, slots and availability over these stores. */
export const testTickets = (on: string, stores: Layer.Layer<Stores, StoreError>): void => {
  layer(Layer.scoped(TestWorld, make(stores)), { excludeTestServices: true })(`tickets on ${on}`, (it) => {
    for (const [what, tests] of Object.entries({ "offers": offerWrites, "PATCH availability": rowWrites })) {
      describe(what, () => {
        for (const [says, test] of Object.entries(tests)) it.effect(says, () => test)
      })
    }
  })
  travelInTime(on, stores)
}
