import { expect, it } from "vitest"
import { createAgendaClient } from "../src/createAgendaClient.js"
import type { Event } from "../src/events.js"
import { type EventCopy, mirrorEvents } from "../src/mirrorEvents.js"
import { inTown } from "./inTown.js"

/** A copy whose methods use its state. */
class Halls implements EventCopy {
  readonly places = new Map<number, string | null>()
  put({ location, uid }: Event): void {
    if (location?.name === "Wrong hall") throw new TypeError("no such hall")
    this.places.set(uid, location?.name ?? null)
  }
  remove(uid: number): void {
    this.places.delete(uid)
  }
  uids(): Iterable<number> {
    return this.places.keys()
  }
  readonly reached = () => {}
}

/** A client that writes, and a published event at a location of the agenda. */
const concertInHall = async (
  { agendaUid, secretKey, url }: { readonly agendaUid: number; readonly secretKey: string; readonly url: string }
) => {
  const client = createAgendaClient({ url, secretKey })
  const { location } = await client.createLocation({
    agendaUid,
    body: { name: "Hall", address: "1 rue", countryCode: "FR", latitude: 45.76, longitude: 4.84 }
  })
  const body = {
    title: { en: "Concert" },
    description: { en: "On the river" },
    state: 2,
    locationUid: location.uid,
    timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
  } as const
  const { event } = await client.createEvent({ agendaUid, body })
  return { client, event, location }
}

it("a copy has events with their locations as these are now", () =>
  inTown(async ({ agendaUid, key, secretKey, url }) => {
    const { client, event, location } = await concertInHall({ agendaUid, secretKey, url })
    const places = new Map<number, string | null>()
    const stop = new AbortController()
    const mirror = mirrorEvents(createAgendaClient({ url, key }), { agendaUid, signal: stop.signal }, {
      put: (put) => void places.set(put.uid, put.location?.name ?? null),
      remove: (uid) => void places.delete(uid),
      uids: () => [...places.keys()],
      reached: () => {}
    })
    const shows = (name: string) => expect.poll(() => places.get(event.uid), { timeout: 10_000 }).toBe(name)
    await shows("Hall")
    await client.patchLocation({ agendaUid, locationUid: location.uid, body: { name: "Old hall" } })
    await shows("Old hall")
    stop.abort("enough")
    await expect(mirror).rejects.toBe("enough")
  }), 30_000)

it(
  "a full copy goes on after failures of the network, and ends with an error of the copy",
  () =>
    inTown(async ({ agendaUid, key, secretKey, url }) => {
      const { client, event, location } = await concertInHall({ agendaUid, secretKey, url })
      let failures = 0
      const failing = createAgendaClient({
        url,
        key,
        fetch: async (asked, init) => {
          if (failures > 0 && asked.includes("locationUid")) {
            failures -= 1
            throw new TypeError("fetch failed")
          }
          return fetch(asked, init)
        }
      })
      const copy = new Halls()
      const { places } = copy
      const mirror = mirrorEvents(failing, { agendaUid }, copy)
      const ended = expect(mirror).rejects.toThrow("no such hall")
      const shows = (name: string) => expect.poll(() => places.get(event.uid), { timeout: 20_000 }).toBe(name)
      await shows("Hall")
      failures = 1
      await client.patchLocation({ agendaUid, locationUid: location.uid, body: { name: "New hall" } })
      await shows("New hall")
      expect(failures).toBe(0)
      await client.patchLocation({ agendaUid, locationUid: location.uid, body: { name: "Wrong hall" } })
      await ended
    }),
  60_000
)

it("a copy that cannot be filled at first is refused", async () => {
  const offline = createAgendaClient({ url: "http://127.0.0.1:9", key: "k", fetch: () => Promise.reject(new TypeError("fetch failed")) })
  const copy = { put: () => {}, remove: () => {}, uids: () => [], reached: () => {} }
  await expect(mirrorEvents(offline, { agendaUid: 1 }, copy)).rejects.toThrow("fetch failed")
})
