import { describe, it } from "vitest"
import { useDatabases } from "../cli/commands/useDatabases.js"
import { expectSynchronised } from "./expectSynchronised.js"
import { raceOn } from "./raceOn.js"

const { freshDatabase } = useDatabases()

describe("clients that poll while four writers race on SQLite", () => {
  it("end with exactly the events that their keys may see", async () => {
    expectSynchronised(await raceOn(await freshDatabase("SQLite"), 200))
  }, 300_000)
})
