import { describe, it } from "vitest"
import { isNight } from "../../../../core/test/repository/ofFull.js"
import { databaseKinds, useDatabases } from "../cli/commands/useDatabases.js"
import { raceOnServers } from "./raceOnServers.js"

const { freshDatabase } = useDatabases()

describe.each(databaseKinds)("connectors that race on two servers over %s", (kind) => {
  it("lose no row, and every change reaches a polling client", async () => {
    await raceOnServers(await freshDatabase(kind), { slots: 200, time_ms: isNight ? 60_000 : 8_000 })
  }, 180_000)
})
