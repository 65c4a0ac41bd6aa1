import { Mirror, walk } from "./Mirror.js"
import { raceIn, serveRaced } from "./RacedAgenda.js"
import { emptyLog, isRun, race, type RaceLog } from "./RacingWriter.js"

/** How a race ended. */
export interface Race {
  readonly log: RaceLog
  /** What the polling client came to know. */
  readonly mirror: Mirror
  /** What its key sees when all is still, by uid. */
  readonly visible: ReadonlyMap<number, unknown>
  /** The uids of the events that its key then sees tombstones of. */
  readonly tombstones: ReadonlySet<number>
}

/** Two writers on each of two server processes, until so many writes were acknowledged, and one client that polls both in turn all the while. */
export const raceOn = async (database: string, writes: number): Promise<Race> => {
  const agenda = await raceIn(database)
  const servers = [await serveRaced(agenda), await serveRaced(agenda)]
  const [first, second] = servers
  if (first === undefined || second === undefined) throw new Error("no servers")
  try {
    const log = emptyLog()
    const mirror = new Mirror(agenda.publicKey)
    const poll = async (): Promise<void> => {
      while (!isRun(log, writes)) await mirror.poll(mirror.polls % 2 === 0 ? first.events : second.events)
    }
    const writers = [first, first, second, second].map((server, writer) => race(server, writer, writes, log))
    await Promise.all([poll(), ...writers])
    await mirror.poll(first.events)
    const listed = await walk(second.events, agenda.publicKey, "detailed=1&size=300")
    return {
      log,
      mirror,
      visible: new Map(listed.map((event) => [event.uid, { ...event, removed: false }])),
      tombstones: new Set((await walk(second.events, agenda.publicKey, "removed=1&size=300")).map(({ uid }) => uid))
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
