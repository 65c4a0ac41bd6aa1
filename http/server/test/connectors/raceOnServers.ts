import { raceIn, serveRaced } from "../sync/RacedAgenda.js"
import { raceConnectors } from "./raceConnectors.js"

/** Races connectors over two servers on one database, which end with the race. */
export const raceOnServers = async (database: string, race: Parameters<typeof raceConnectors>[2]): Promise<void> => {
  const agenda = await raceIn(database)
  const servers = [await serveRaced(agenda), await serveRaced(agenda)] as const
  try {
    await raceConnectors(agenda, servers, race)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
