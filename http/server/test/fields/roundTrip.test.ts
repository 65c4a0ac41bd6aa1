import { layer } from "@effect/vitest"
import { TestWorld } from "../world/TestWorld.js"
import { expectRoundTrips } from "./expectRoundTrips.js"

layer(TestWorld.layer(), { excludeTestServices: true })("an event that was read", (it) => {
  it.effect("equals the one written, and posting it back changes nothing", () => expectRoundTrips(8))
})
