import { describe, it } from "vitest"
import { databaseKinds, useDatabases } from "../cli/useDatabases.js"
import { expectSynchronised } from "./expectSynchronised.js"
import { raceOn } from "./raceOn.js"

const { freshDatabase } = useDatabases()

describe.each(databaseKinds)("a client that polls while four writers race on %s", (kind) => {
  it("ends with exactly what its key may see", async () => {
    expectSynchronised(await raceOn(await freshDatabase(kind), 200))
  }, 120_000)
})
