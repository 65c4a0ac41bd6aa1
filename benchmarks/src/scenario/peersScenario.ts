import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { existsSync } from "node:fs"
import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { directus } from "../peer/directus.js"
import { groonga } from "../peer/groonga.js"
import type { Peer, PeerEvent } from "../peer/Peer.js"
import { pocketBase } from "../peer/pocketBase.js"
import { ask, UnfitAnswer } from "./ask.js"
import { engineAsked, listOf, uncached } from "./page.js"
import type { Scenario } from "./Scenario.js"
import type { Contestant, World } from "./World.js"

const peers: ReadonlyArray<Peer> = [pocketBase, directus, groonga]

const Timing = Schema.Struct({ begin: Schema.DateTimeUtc, end: Schema.DateTimeUtc })

const Listed = Schema.parseJson(Schema.Struct({
  after: Schema.NullOr(Schema.Array(Schema.String)),
  events: Schema.Array(Schema.Struct({
    uid: Schema.Int,
    slug: Schema.String,
    featured: Schema.Boolean,
    title: Schema.Unknown,
    description: Schema.Unknown,
    keywords: Schema.Unknown,
    location: Schema.Unknown,
    dateRange: Schema.Unknown,
    nextTiming: Schema.NullOr(Timing),
    lastTiming: Schema.NullOr(Timing)
  }))
}))

const page_events = 300
const peerPage_events = 20

const peerEventOf = (agenda: number, event: (typeof Listed.Type)["events"][number]): PeerEvent => {
  const { lastTiming, nextTiming, slug, uid } = event
  const ended_ms = lastTiming === null ? 0 : DateTime.toEpochMillis(lastTiming.end)
  return {
    uid,
    agenda,
    state: 2,
    featured: event.featured ? 1 : 0,
    ended: nextTiming === null ? 1 : 0,
    rank: nextTiming === null ? -ended_ms : DateTime.toEpochMillis(nextTiming.begin),
    slug,
    title: JSON.stringify(event.title),
    description: JSON.stringify(event.description),
    keywords: JSON.stringify(event.keywords),
    location: JSON.stringify(event.location),
    dates: JSON.stringify(event.dateRange)
  }
}

/** Every event of the asked agenda as its list has it. */
const eventsOfList = Effect.fnUntraced(function*(world: World) {
  const events: Array<PeerEvent> = []
  let after = ""
  while (true) {
    const { text } = yield* ask(`${world.server.url}${listOf(world)}?size=${page_events}${after}`, world.reading)
    const page = yield* Effect.mapError(Schema.decodeUnknown(Listed)(text), ({ message }) => new UnfitAnswer({ message }))
    events.push(...page.events.map((event) => peerEventOf(world.agendas.largest, event)))
    if (page.after === null) return events
    after = page.after.map((element) => `&after[]=${encodeURIComponent(element)}`).join("")
  }
})

const folder = fileURLToPath(new URL("../../cache/peers", import.meta.url))

/** Installs a peer unless it is installed, and returns the folder. */
const installed = Effect.fnUntraced(function*({ install, name, wanted }: Peer) {
  const directory = join(folder, `${name}-${wanted}`.toLowerCase().replaceAll(" ", "-"))
  const done = join(directory, "installed")
  if (existsSync(done)) return directory
  yield* Console.error(`installing ${name} ${wanted}`)
  yield* Effect.promise(() => rm(directory, { recursive: true, force: true }))
  yield* Effect.promise(() => mkdir(directory, { recursive: true }))
  yield* install(directory)
  yield* Effect.promise(() => writeFile(done, ""))
  return directory
})

/** A peer on the same events, verified to list the same ones. Empty, with a message, when it is not available here. */
const contestantOf = (world: World, peer: Peer, events: ReadonlyArray<PeerEvent>) =>
  Effect.gen(function*() {
    const installation = yield* installed(peer)
    const directory = join(world.directory, peer.name)
    yield* Effect.promise(() => mkdir(directory))
    const { headers, path, read, server, uncached: uncachedPath, version } = yield* peer.start({
      installed: installation,
      directory,
      agenda: world.agendas.largest,
      events
    })
    const page = yield* Effect.flatMap(ask(server.url + path, headers), ({ text }) => read(text))
    const uids = events.slice(0, peerPage_events).map(({ uid }) => uid).join()
    if (page.total !== events.length || page.uids.join() !== uids) {
      return yield* new UnfitAnswer({ message: `answers ${page.uids.join()} of ${page.total}, not ${uids} of ${events.length}` })
    }
    const asked = (name: string, asked: string): Contestant => ({
      name,
      isFloor: true,
      version,
      round: world.load(server, [{ path: asked, headers }], peerLoad)
    })
    return [asked(peer.name, path), ...(uncachedPath === undefined ? [] : [asked(`${peer.name}, uncached`, uncachedPath)])]
  }).pipe(
    Effect.tapError(({ message }) => Console.error(`${peer.name} is not measured: ${message}`)),
    Effect.option
  )

/**
 * Peers need a while for an answer: they are asked on fewer connections, or these queue for longer than a round lasts.
 */
const peerLoad = { connections: 4 } as const

/** The default list of other servers of records. */
export const peersScenario: Scenario = {
  name: "peers",
  title: "the first 20 of an agenda's public events, featured first, by their next slot, with the total: other servers of records",
  on: ["small"],
  asked: "peers",
  prepare: (world) =>
    Effect.gen(function*() {
      const events = yield* eventsOfList(world)
      const contestants = yield* Effect.forEach(peers, (peer) => contestantOf(world, peer, events))
      const list = listOf(world)
      return [
        ...contestants.flatMap(Option.getOrElse(() => [])),
        engineAsked(world, list, "engine", peerLoad),
        engineAsked(world, uncached(list), "engine, uncached", peerLoad)
      ]
    }),
  targets: [
    ...([["PocketBase", 10], ["Directus", 30]] as const).flatMap(([peer, atLeast]) => [
      {
        what: `default list at 100 000 events, against ${peer}`,
        of: "engine",
        to: peer,
        answers: "cached",
        measure: "perSecond",
        atLeast
      } as const,
      {
        what: `the same uncached, against ${peer}`,
        of: "engine, uncached",
        to: peer,
        answers: "uncached",
        measure: "perSecond",
        atLeast
      } as const
    ]),
    {
      what: "default list at 100 000 events, against Groonga, its query cache on",
      of: "engine",
      to: "Groonga",
      answers: "cached",
      measure: "perSecond",
      atLeast: 30
    },
    {
      what: "the same uncached, against Groonga, its query cache off",
      of: "engine, uncached",
      to: "Groonga, uncached",
      answers: "uncached",
      measure: "perSecond",
      atLeast: 30
    }
  ]
}
