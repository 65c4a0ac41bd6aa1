import { describe, it } from "vitest"
import { databaseKinds, useDatabases } from "../cli/useDatabases.js"
import { raceIn, serveRaced } from "../sync/RacedAgenda.js"
import { raceConnectors } from "./raceConnectors.js"

const { freshDatabase } = useDatabases()

describe.each(databaseKinds)("connectors that race on two servers over %s", (kind) => {
  it("lose no row, and hide none from who polls", async () => {
    const agenda = await raceIn(await freshDatabase(kind))
    const servers = [await serveRaced(agenda), await serveRaced(agenda)] as const
    try {
      await raceConnectors(agenda, servers, { slots: 20, time_ms: 2_000 })
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
    }
  }, 180_000)
})
