import { Mirror, walk } from "./Mirror.js"
import { moderatorOf, raceIn, serveRaced } from "./RacedAgenda.js"
import { emptyLog, isRun, race, type RaceLog } from "./RacingWriter.js"

/** What one polling client came to know. */
export interface Polled {
  readonly name: string
  readonly mirror: Mirror
  /** Whether it asked for published events alone. */
  readonly publishedOnly: boolean
  /** What its key sees when all is still, by uid. */
  readonly visible: ReadonlyMap<number, unknown>
  /** The uids of the events that its key then sees tombstones of. */
  readonly tombstones: ReadonlySet<number>
}

/** How a race ended. */
export interface Race {
  readonly log: RaceLog
  readonly clients: ReadonlyArray<Polled>
}

const everyState = "&state[]=2&state[]=1&state[]=0&state[]=-1"

/**
 * Two writers on each of two server processes, until so many writes were acknowledged, and clients that poll both in
 * turn all the while.
 */
export const raceOn = async (database: string, writes: number): Promise<Race> => {
  const agenda = await raceIn(database)
  const moderator = await moderatorOf(agenda)
  const servers = [await serveRaced(agenda), await serveRaced(agenda)]
  const [first, second] = servers
  if (first === undefined || second === undefined) throw new Error("no servers")
  try {
    const log = emptyLog()
    const mirrors = [
      { name: "a publishable key", mirror: new Mirror(agenda.publicKey) },
      { name: "the owner's public key", mirror: new Mirror(agenda.ownerKey) },
      { name: "the owner's secret key", mirror: new Mirror(agenda.secret) },
      { name: "a moderator's key", mirror: new Mirror(moderator.key) },
      { name: "a moderator's key for every state", mirror: new Mirror(moderator.key, everyState) }
    ]
    // One after the other, so that the writers are not kept waiting by readers.
    const poll = async (): Promise<void> => {
      while (!isRun(log, writes)) {
        for (const { mirror } of mirrors) await mirror.poll(mirror.polls % 2 === 0 ? first.events : second.events)
      }
    }
    const writers = [first, first, second, second].map((server, writer) => race(server, writer, writes, log))
    await Promise.all([poll(), ...writers])
    const clients: Array<Polled> = []
    for (const { mirror, name } of mirrors) {
      await mirror.poll(first.events)
      const { key, query } = mirror
      const listed = await walk(second.events, key, `detailed=1&size=300${query}`)
      clients.push({
        name,
        mirror,
        publishedOnly: query === "",
        visible: new Map(listed.map((event) => [event.uid, { ...event, removed: false }])),
        tombstones: new Set((await walk(second.events, key, `removed=1&size=300${query}`)).map(({ uid }) => uid))
      })
    }
    return { log, clients }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
