import { describe, it } from "vitest"
import { ofFull } from "../../../../core/test/repository/ofFull.js"
import { databaseKinds, useDatabases } from "../cli/commands/useDatabases.js"
import { expectSynchronised } from "./expectSynchronised.js"
import { raceOn } from "./raceOn.js"

const { freshDatabase } = useDatabases()

describe.each(databaseKinds)("clients that poll while four writers race on %s", (kind) => {
  it("end with exactly the events that their keys may see", async () => {
    expectSynchronised(await raceOn(await freshDatabase(kind), ofFull(2_000)))
  })
})
