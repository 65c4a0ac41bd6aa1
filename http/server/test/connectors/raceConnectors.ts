import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { expect } from "vitest"
import type { RacedAgenda, RacedServer } from "../sync/RacedAgenda.js"

const base = 1_893_456_000_000

const slotIds = (slots: number): ReadonlyArray<string> => Array.from({ length: slots }, (_, index) => `s${String(index).padStart(4, "0")}`)

const bodyOf = (slots: number) => ({
  title: { en: "Sold by several at once" },
  description: { en: "Connectors race on it" },
  attendanceMode: 2,
  onlineAccessLink: "https://example.org/live",
  state: 2,
  timings: slotIds(slots).map((id, index) => ({
    id,
    begin: formatUtc(base + index * 86_400_000),
    end: formatUtc(base + index * 86_400_000 + 3_600_000)
  }))
})

const call = async (address: string, method: string, headers: { readonly [name: string]: string }, body?: object) => {
  const response = await fetch(address, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  return { status: response.status, text: await response.text() }
}

/**
 * A connector of one provider: `turn` of its writes begins at its own place and goes on by `step`. Another server
 * witnesses each.
 */
interface Connector {
  readonly server: RacedServer
  readonly witness: RacedServer
  readonly provider: string
  readonly turn: number
  readonly step: number
}

/** The instant that a provider was asked at for the write of this number, which rises with it. */
const syncedAtOf = (number: number): string => formatUtc(1_577_836_800_000 + number * 1_000)

interface Row {
  readonly provider: string
  readonly syncedAt: string
}

/** When the rows of a provider are of, by slot, as a server shows them. */
const shownBy = async (server: RacedServer, event: string, provider: string): Promise<ReadonlyArray<string>> => {
  const { event: shown } = JSON.parse((await call(`${server.events}/${event}`, "GET", server.writer)).text)
  const timings: ReadonlyArray<{ readonly availability?: ReadonlyArray<Row> }> = shown.timings
  return timings.map(({ availability = [] }) => availability.find((row) => row.provider === provider)?.syncedAt ?? "none")
}

/**
 * Writes all slots of an event again and again, each time with a later `syncedAt`; answers the number of its last
 * write. What it wrote is there at once, unless another connector of its provider was asked later.
 */
const connect = async (
  { provider, server, step, turn, witness }: Connector,
  events: ReadonlyArray<string>,
  slots: number,
  deadline: number
) => {
  let last = turn
  for (let number = turn; performance.now() < deadline; number += step) {
    const row = { syncedAt: syncedAtOf(number), remaining: number }
    const body = Object.fromEntries(slotIds(slots).map((id) => [id, { [provider]: row }]))
    for (const event of events) {
      const answer = await call(`${server.events}/${event}/availability`, "PATCH", server.writer, body)
      expect(answer.status, answer.text).toBe(200)
      const { applied, errors } = JSON.parse(answer.text)
      expect(applied.length + errors.length).toBe(slots)
      // All slots of an event are written together, so that all of them are stale or none.
      expect([0, slots]).toContain(applied.length)
      for (const syncedAt of await shownBy(witness, event, provider)) {
        if (step === 1) expect(syncedAt, provider).toBe(row.syncedAt)
        else expect(syncedAt !== "none" && syncedAt >= row.syncedAt, `${provider}: ${syncedAt} after ${row.syncedAt}`).toBe(true)
      }
    }
    last = number
  }
  return last
}

interface Polled {
  readonly uid: number
  readonly availabilityUpdatedAt: string
}

/** Asks by `availabilityUpdatedAt[gte]` for what changed since what it has seen, and keeps what it is told. */
const poller = (server: RacedServer, key: string) => {
  const seen = new Map<number, Polled>()
  let greatest = "1970-01-01T00:00:00.000Z"
  const poll = async (): Promise<void> => {
    const query = `availabilityUpdatedAt[gte]=${greatest}&sort=availabilityUpdatedAt.asc&detailed=1&size=300`
    const answer = await call(`${server.events}?${query}`, "GET", { key })
    expect(answer.status, answer.text).toBe(200)
    const { events }: { readonly events: ReadonlyArray<Polled> } = JSON.parse(answer.text)
    for (const event of events) {
      expect(event.availabilityUpdatedAt >= greatest, `${event.availabilityUpdatedAt} came after ${greatest}`).toBe(true)
      greatest = event.availabilityUpdatedAt
      seen.set(event.uid, event)
    }
  }
  return { poll, seen }
}

/**
 * Races connectors on a few events over two servers: two of one provider each, and two of one provider whose `syncedAt`
 * rises, while a reader polls. No row is lost, none goes back, and the reader ends with what there is.
 */
export const raceConnectors = async (
  agenda: RacedAgenda,
  [first, second]: readonly [RacedServer, RacedServer],
  { slots, time_ms }: { readonly slots: number; readonly time_ms: number }
): Promise<void> => {
  const events = ["ext/raced/one", "ext/raced/two"]
  for (const event of events) {
    const made = await call(`${first.events}/${event}`, "PUT", first.writer, bodyOf(slots))
    expect(made.status, made.text).toBe(200)
  }
  const deadline = performance.now() + time_ms
  const reader = poller(second, agenda.publicKey)
  const polling = async (): Promise<void> => {
    while (performance.now() < deadline) await reader.poll()
  }
  const [mapado, weezevent, even, odd] = await Promise.all([
    connect({ server: first, witness: second, provider: "mapado", turn: 1, step: 1 }, events, slots, deadline),
    connect({ server: second, witness: first, provider: "weezevent", turn: 1, step: 1 }, events, slots, deadline),
    connect({ server: first, witness: second, provider: "billetweb", turn: 2, step: 2 }, events, slots, deadline),
    connect({ server: second, witness: first, provider: "billetweb", turn: 1, step: 2 }, events, slots, deadline),
    polling()
  ])
  await reader.poll()
  const expected = [
    { provider: "mapado", syncedAt: syncedAtOf(mapado), remaining: mapado },
    { provider: "weezevent", syncedAt: syncedAtOf(weezevent), remaining: weezevent },
    { provider: "billetweb", syncedAt: syncedAtOf(Math.max(even, odd)), remaining: Math.max(even, odd) }
  ]
  for (const event of events) {
    const read = await call(`${second.events}/${event}`, "GET", first.writer)
    const { event: shown } = JSON.parse(read.text)
    for (const { availability, id } of shown.timings) {
      expect([id, availability]).toEqual([id, expect.arrayContaining(expected.map((row) => expect.objectContaining(row)))])
      expect(availability).toHaveLength(expected.length)
    }
    const polled = reader.seen.get(shown.uid)
    expect(polled).toBeDefined()
    const { event: current } = JSON.parse((await call(`${first.events}/${event}`, "GET", { key: agenda.publicKey })).text)
    expect({ ...polled, removed: undefined }).toEqual({ ...current, removed: undefined })
  }
}
