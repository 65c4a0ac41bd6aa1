import { describe, it } from "vitest"
import { databaseKinds, useDatabases } from "../cli/useDatabases.js"
import { expectSynchronised } from "./expectSynchronised.js"
import { raceOn } from "./raceOn.js"

const { freshDatabase } = useDatabases()

describe.each(databaseKinds)("a client that polls while four writers race through two thousand writes on %s", (kind) => {
  it("ends with exactly what its key may see", async () => {
    expectSynchronised(await raceOn(await freshDatabase(kind), 2_000))
  })
})
