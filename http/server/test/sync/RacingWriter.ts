import { PCGRandom } from "effect/Utils"
import type { RacedServer } from "./RacedAgenda.js"

/** Few events for many writers, so that they meet. */
const names = 24

/** What the writers did. */
export interface RaceLog {
  /** How many writes were acknowledged, by what they were. */
  readonly acknowledged: Map<string, number>
  /** Uids of the events that were published at some time. */
  readonly published: Set<number>
  /** Answers that no writer expects. */
  readonly unexpected: Array<string>
}

export const emptyLog = (): RaceLog => ({ acknowledged: new Map(), published: new Set(), unexpected: [] })

interface Write {
  readonly kind: string
  readonly method: "PUT" | "PATCH" | "DELETE"
  readonly body: { readonly [field: string]: unknown }
}

const contentOf = (name: string, count: number) => ({
  title: { en: `Event ${name}, written ${count}` },
  description: { en: "Written by several at once" },
  attendanceMode: 2,
  onlineAccessLink: "https://example.org/live",
  timings: [{ begin: "2099-06-01T18:00:00Z", end: "2099-06-01T20:00:00Z" }]
})

const drawWrite = (random: PCGRandom, name: string, count: number): Write => {
  const writes: ReadonlyArray<Write> = [
    { kind: "create or replace, published", method: "PUT", body: { ...contentOf(name, count), state: 2 } },
    { kind: "create or replace, to review", method: "PUT", body: { ...contentOf(name, count), state: 0 } },
    { kind: "update", method: "PATCH", body: { title: { en: `Event ${name}, changed ${count}` } } },
    { kind: "unpublish", method: "PATCH", body: { state: 1 } },
    { kind: "publish", method: "PATCH", body: { state: 2 } },
    { kind: "remove", method: "DELETE", body: {} }
  ]
  return writes[random.integer(writes.length)] ?? { kind: "remove", method: "DELETE", body: {} }
}

/** Whether so many writes were acknowledged. */
export const isRun = ({ acknowledged }: RaceLog, writes: number): boolean =>
  [...acknowledged.values()].reduce((sum, count) => sum + count, 0) >= writes

/**
 * Writes to random events by one server, one write after the other, until all writers together were acknowledged so
 * many.
 */
export const race = async (server: RacedServer, writer: number, writes: number, log: RaceLog): Promise<void> => {
  const random = new PCGRandom(writer)
  for (let count = 0; !isRun(log, writes); count++) {
    const name = String(random.integer(names))
    const { body, kind, method } = drawWrite(random, name, count)
    const response = await fetch(`${server.events}/ext/race/${name}`, { method, headers: server.writer, body: JSON.stringify(body) })
    const text = await response.text()
    if (response.status === 200) {
      const { event }: { readonly event: { readonly uid: number; readonly state: number } } = JSON.parse(text)
      if (event.state === 2) log.published.add(event.uid)
      log.acknowledged.set(kind, (log.acknowledged.get(kind) ?? 0) + 1)
    } // Somebody else removed it.
    else if (response.status !== 404 || method === "PUT") log.unexpected.push(`${kind}: ${response.status} ${text}`)
  }
}
