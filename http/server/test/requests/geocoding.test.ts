import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as AddressBaseGeocoder from "@agenda-engine/geocoding/AddressBaseGeocoder"
import * as TimezoneMap from "@agenda-engine/geocoding/TimezoneMap"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { addressBaseAnswer, startService } from "../../../../adapters/geocoding/test/geocodingService.js"
import { at } from "../../../test/world/at.js"
import { eventBody } from "../../../test/world/bodies.js"
import { agendas, make } from "../world/World.js"

const main = `/v2/agendas/${agendas.main}`
const body = { name: "Le Quartz", address: "60 rue du Château, Brest", countryCode: "FR" }

/** A world whose locations are geocoded by a service on a socket, which finds every address at these coordinates. */
const geocodingWorld = (coordinates: readonly [number, number]) =>
  Effect.gen(function*() {
    const service = yield* startService
    service.answer(addressBaseAnswer(coordinates, { score: 0.9 }))
    const geocoder = Layer.orDie(AddressBaseGeocoder.layer({ url: service.url, interval: 0 }))
    const world = yield* make(MemoryStores.layer, { geocoding: Layer.merge(geocoder, TimezoneMap.layer) })
    const { credentials, send } = world
    const headers = credentials.administratorToken
    const write = (method: string, path: string, body?: unknown) => send(main + path, { method, headers, body })
    const read = (path: string, more: { readonly [name: string]: string } = {}) => send(main + path, { headers: { ...headers, ...more } })
    const settled = (uid: number) =>
      Effect.repeat(Effect.delay(read(`/locations/${uid}`), "50 millis"), {
        until: (answer) => at(answer.body, "location", "geocoding") !== "pending"
      })
    return { ...world, service, write, read, settled }
  })

describe("a server with a geocoder", () => {
  it.scopedLive("gives a location coordinates after its write, and changes what shows it", () =>
    Effect.gen(function*() {
      const { read, service, settled, write } = yield* geocodingWorld([-4.49, 48.39])
      const made = yield* write("POST", "/locations", body)
      expect(at(made.body, "location")).toMatchObject({ latitude: null, longitude: null, geocoding: "pending" })
      const uid = Number(at(made.body, "location", "uid"))
      const event = yield* write("POST", "/events", { ...eventBody, state: 2, locationUid: uid })
      expect(event.status, event.text).toBe(200)
      const found = yield* settled(uid)
      const place = { latitude: 48.39, longitude: -4.49, timezone: "Europe/Paris", geocoding: "found" }
      expect(at(found.body, "location")).toMatchObject(place)
      const near = "geo[northEast][lat]=49&geo[northEast][lng]=-4&geo[southWest][lat]=48&geo[southWest][lng]=-5"
      expect(at((yield* read(`/events?${near}`)).body, "total")).toBe(1)
      const shown = yield* read(`/events/${String(at(event.body, "event", "uid"))}`)
      expect(at(shown.body, "event", "timezone")).toBe("Europe/Paris")
      expect(at(shown.body, "event", "location", "geocoding")).toBeUndefined()
      expect(at((yield* read("/locations?detailed=1")).body, "locations", "0")).toMatchObject(place)
      const list = yield* read("/locations")
      expect(at(list.body, "locations", "0", "geocoding")).toBeUndefined()
      expect(service.requests).toHaveLength(1)

      const again = yield* write("POST", `/locations/${uid}`, body)
      expect(at(again.body, "location")).toMatchObject(place)
      const own = yield* write("PATCH", `/locations/${uid}`, { latitude: 1, longitude: 2 })
      expect(at(own.body, "location")).toMatchObject({ latitude: 1, longitude: 2, geocoding: "off" })
      expect(service.requests).toHaveLength(1)
    }))
})
