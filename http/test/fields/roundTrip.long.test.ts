import { layer } from "@effect/vitest"
import { TestWorld } from "../world/TestWorld.js"
import { expectRoundTrips } from "./expectRoundTrips.js"

layer(TestWorld.layer(), { excludeTestServices: true })("any event that was read", (it) => {
  it.effect("is the one that was written, and posted back changes nothing", () => expectRoundTrips(300), 600_000)
})
