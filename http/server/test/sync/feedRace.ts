import { createAgendaClient, type EventCopy, mirrorEvents, type Schemas } from "@agenda-engine/client"
import type { RacedServer } from "./RacedAgenda.js"
import { emptyLog, race, type RaceLog } from "./RacingWriter.js"

/** What is raced on. */
export interface FeedRace {
  readonly agendaUid: number
  /** A key that reads published events. */
  readonly publicKey: string
  /** A token of a moderator or administrator. */
  readonly token: string
  /** One or more processes over the same database. */
  readonly servers: ReadonlyArray<RacedServer>
}

/** How a race ended. */
export interface FeedRaceEnd {
  readonly log: RaceLog
  /** The events that a list of all has, by uid. */
  readonly listed: ReadonlyMap<number, unknown>
  /** What each reader has. */
  readonly copies: ReadonlyArray<ReadonlyMap<number, unknown>>
  /** The changes of events as a moderator reads them, from the beginning, page by page. */
  readonly changes: ReadonlyArray<Schemas["Change"]>
}

const writers_count = 8
const readers_count = 4

const urlOf = ({ events }: RacedServer): string => new URL(events).origin

/** Keeps a copy until it has the featured event, which is the last write; resolves with it. */
const follow = async (race: FeedRace, server: RacedServer): Promise<ReadonlyMap<number, unknown>> => {
  const client = createAgendaClient({ url: urlOf(server), key: race.publicKey })
  const copied = new Map<number, unknown>()
  let isOver = false
  const done = new AbortController()
  const copy: EventCopy = {
    put: (event) => {
      copied.set(event.uid, event)
      isOver ||= event.featured
    },
    remove: (uid) => void copied.delete(uid),
    uids: () => [...copied.keys()],
    reached: () => {
      if (isOver) done.abort("over")
    }
  }
  await mirrorEvents(client, { agendaUid: race.agendaUid, signal: done.signal }, copy).catch((error) => {
    if (error !== "over") throw error
  })
  return copied
}

/** Eight writers and four readers over the servers, until so many writes were acknowledged and read. */
export const raceFeeds = async (target: FeedRace, writes: number): Promise<FeedRaceEnd> => {
  const { agendaUid, servers, token } = target
  const serverOf = (index: number): RacedServer => {
    const { [index % servers.length]: server } = servers
    if (server === undefined) throw new Error("no servers")
    return server
  }
  const log = emptyLog()
  const readers = Array.from({ length: readers_count }, (_, index) => follow(target, serverOf(index)))
  await Promise.all(Array.from({ length: writers_count }, (_, index) => race(serverOf(index), index, writes, log)))
  const client = createAgendaClient({ url: urlOf(serverOf(0)), accessToken: token })
  await client.createEvent({
    agendaUid,
    body: {
      title: { en: "Last" },
      description: { en: "Written when all others were" },
      attendanceMode: 2,
      onlineAccessLink: "https://example.org/live",
      state: 2,
      featured: true,
      timings: [{ begin: "2099-06-01T18:00:00Z", end: "2099-06-01T20:00:00Z" }]
    }
  })
  const copies = await Promise.all(readers)
  const listed = new Map<number, unknown>()
  const reader = createAgendaClient({ url: urlOf(serverOf(0)), key: target.publicKey })
  for await (const event of reader.listEvents({ agendaUid, query: { detailed: true, size: 300 } })) listed.set(event.uid, event)
  const changes: Array<Schemas["Change"]> = []
  for (let after: string | undefined = undefined, upToDate = false; !upToDate;) {
    const page: Schemas["ChangePage"] = await client.listChanges({
      agendaUid,
      query: { size: 1, ...(after === undefined ? {} : { after }) }
    })
    changes.push(...page.changes.filter(({ type }) => type === "event"))
    after = page.next
    upToDate = page.upToDate
  }
  return { log, listed, copies, changes }
}
