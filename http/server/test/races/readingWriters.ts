import { PCGRandom } from "effect/Utils"
import { type Left, ModelledEvents, titleOf } from "./ModelledEvents.js"

/** A server process: where its agenda's events are, and the headers of who writes them. */
interface Server {
  readonly events: string
  readonly writer: { readonly [name: string]: string }
}

/** Few events for many writers, so that most reads meet a write. */
const events_count = 24

const writers_count = 4

/** Faults that are kept. Each has the same cause as a rule. */
const faults_max = 10

/** The faults of a response; `known`: `ModelledEvents.known` when the request was sent. */
type Check = (known: ReadonlyArray<number>, text: string) => ReadonlyArray<string>

interface Read {
  readonly path: string
  readonly check: Check
}

interface Listed {
  readonly total: number
  readonly events: ReadonlyArray<{ readonly title: { readonly en: string } }>
}

const bodyOf = (title: string, left: Left) => ({
  title: { en: title },
  description: { en: "Read elsewhere at once" },
  attendanceMode: 2,
  onlineAccessLink: "https://example.org/live",
  timings: [{ begin: "2099-06-01T18:00:00Z", end: "2099-06-01T20:00:00Z" }],
  state: left === "published" ? 2 : 0
})

/** What writers and readers have done so far. */
export interface Raced {
  /** The number of answers to reads. */
  readonly reads: () => number
  readonly faults: ReadonlyArray<string>
  /** Waits for the requests under way. */
  readonly stop: () => Promise<void>
}

/**
 * Writes events through each server and reads them through another one right after: single events, lists, searches and
 * totals, until it is stopped. `readers`: headers of the readers; the first one also sees unpublished events.
 */
export const raceReads = (
  servers: ReadonlyArray<Server>,
  readers: ReadonlyArray<{ readonly [name: string]: string }>,
  seed: number
): Raced => {
  const model = new ModelledEvents(events_count)
  const all = Array.from({ length: events_count }, (_, event) => event)
  const faults: Array<string> = []
  let reads = 0
  let isStopped = false
  const goesOn = (): boolean => !isStopped && faults.length < faults_max

  const listOf = (query: string, required: ReadonlyArray<number>, hasTotal: boolean): Read => ({
    path: `?${query}`,
    check: (known, text) => {
      const { events, total }: Listed = JSON.parse(text)
      const titles = events.map(({ title }) => title.en)
      return [...model.faultsOfList(known, titles, required), ...(hasTotal ? model.faultsOfTotal(known, total) : [])]
    }
  })
  const draw = (random: PCGRandom, event: number): Read => {
    const kinds: ReadonlyArray<() => Read> = [
      () => ({
        path: `/ext/race/${event}`,
        check: (known, text) => model.faultsOfOne(known, event, JSON.parse(text).event?.title.en ?? null)
      }),
      () => listOf("size=100", all, true),
      () => listOf("size=100&detailed=1&sort=updatedAt.desc", all, true),
      () => listOf("size=3&sort=updatedAt.desc", [], true),
      () => listOf("size=0", [], true),
      () => listOf(`size=100&search=event${event}`, [event], false)
    ]
    return kinds[random.integer(kinds.length)]?.() ?? listOf("size=0", [], true)
  }

  /** The last response to each request, whose entity tag the next one sends. */
  const kept = new Map<string, { readonly etag: string; readonly text: string }>()
  const read = async (random: PCGRandom, server: Server | undefined, event: number): Promise<void> => {
    const { check, path } = draw(random, event)
    const reader = path.startsWith("/ext/") ? 0 : random.integer(readers.length)
    const name = `${reader} ${path}`
    const last = random.integer(2) === 0 ? undefined : kept.get(name)
    const known = model.known()
    const headers = { ...readers[reader], ...(last === undefined ? {} : { "if-none-match": last.etag }) }
    const response = await fetch(`${server?.events}${path}`, { headers })
    const text = response.status === 304 ? last?.text ?? "" : await response.text()
    const isAnswer = [200, 304].includes(response.status) || (response.status === 404 && path.startsWith("/ext/"))
    const found = isAnswer ? check(known, text) : [`${response.status}: ${text}`]
    if (faults.length < faults_max) faults.push(...found.map((fault) => `${path}, answer ${response.status}: ${fault}`))
    if (response.status === 200) kept.set(name, { etag: response.headers.get("etag") ?? "", text })
    reads += 1
  }

  const lefts: ReadonlyArray<Left> = ["published", "published", "published", "published", "hidden", "removed"]
  const write = async (random: PCGRandom, server: Server | undefined, event: number): Promise<void> => {
    const left = lefts[random.integer(lefts.length)] ?? "published"
    const number = model.begin(event, left)
    const body = left === "removed" ? {} : bodyOf(titleOf({ event, write: number }), left)
    const method = left === "removed" ? "DELETE" : "PUT"
    const call = { method, headers: server?.writer ?? {}, body: JSON.stringify(body) }
    const response = await fetch(`${server?.events}/ext/race/${event}`, call)
    const text = await response.text()
    if (response.status !== 200 && (left !== "removed" || response.status !== 404)) faults.push(`${method} ${response.status}: ${text}`)
    model.note({ event, write: number })
  }

  /** Each writer has events of its own. */
  const goOn = async (writer: number): Promise<void> => {
    const random = new PCGRandom(seed + writer)
    for (let turn = writer; goesOn(); turn++) {
      const event = random.integer(events_count / writers_count) * writers_count + writer
      await write(random, servers[turn % servers.length], event)
      for (let count = 0; count < 3; count++) await read(random, servers[(turn + 1) % servers.length], event)
    }
  }
  const ended = Promise.all(Array.from({ length: writers_count }, (_, writer) => goOn(writer)))
  return {
    reads: () => reads,
    faults,
    stop: async () => {
      isStopped = true
      await ended
    }
  }
}
