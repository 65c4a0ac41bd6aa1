import { describe, it } from "vitest"
import { isNight } from "../../../../core/test/repository/ofFull.js"
import { databaseKinds, useDatabases } from "../cli/commands/useDatabases.js"
import { raceIn, serveRaced } from "../sync/RacedAgenda.js"
import { expectOneEvent } from "./expectOneEvent.js"
import { expectOneWinner } from "./expectOneWinner.js"
import type { RacedServer } from "./RacedServer.js"

const { freshDatabase } = useDatabases()

const onTwoServers = async (database: string, race: (servers: ReadonlyArray<RacedServer>) => Promise<void>): Promise<void> => {
  const agenda = await raceIn(database)
  const servers = [await serveRaced(agenda), await serveRaced(agenda)]
  try {
    await race(servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}

describe.each(databaseKinds)("clients that race on two servers over %s", (kind) => {
  it("create one event from 200 upserts of one external identifier", async () => {
    await onTwoServers(await freshDatabase(kind), (servers) => expectOneEvent(servers, 200, 60))
  })

  it("with 50 conditional changes in each round, exactly one succeeds", async () => {
    await onTwoServers(await freshDatabase(kind), (servers) => expectOneWinner(servers, 50, isNight ? 40 : 6))
  })
})
