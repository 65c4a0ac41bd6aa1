import { expect, it } from "vitest"
import { createAgendaClient } from "../src/createAgendaClient.js"
import { mirrorEvents } from "../src/mirrorEvents.js"
import { inTown } from "./inTown.js"

it("a copy has events with their locations as these are now", () =>
  inTown(async ({ agendaUid, key, secretKey, url }) => {
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
