import { layer } from "@effect/vitest"
import { isNight } from "../../../../core/test/repository/ofFull.js"
import { TestWorld } from "../world/TestWorld.js"
import { expectRoundTrips } from "./expectRoundTrips.js"

layer(TestWorld.layer(), { excludeTestServices: true })("any event that was read", (it) => {
  it.effect("equals the one written, and posting it back changes nothing", () => expectRoundTrips(isNight ? 300 : 100), 600_000)
})
