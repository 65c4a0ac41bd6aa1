import { operator } from "@agenda-engine/core/domain/access/Credential"
import { createServer } from "node:http"
import { describe, expect, it } from "vitest"
import { type AgendaEngine, createAgendaEngine } from "../src/createAgendaEngine.js"
import type { GeocoderOption } from "../src/EngineOptions.js"
import { listening } from "./listening.js"

const tokyo = { name: "Hall", address: "1 Chome", adminLevel4: "Tokyo", countryCode: "JP" }

/** A location that was written without coordinates, or with these, once it meets a condition. */
const located = async (engine: AgendaEngine, isMet: (location: { readonly geocoding?: unknown }) => boolean, at: object = {}) => {
  const { access, agendas, locations } = engine.services
  const { uid } = await agendas.create({ title: "Town" })
  const authorization = await access.authorize(operator, { _tag: "Uid", uid }, "locations:write")
  const { location } = await locations.create(authorization, { ...tokyo, ...at })
  const reading = await access.authorize(operator, { _tag: "Uid", uid }, "locations:read")
  for (;;) {
    const read = await locations.get(reading, { _tag: "Uid", uid: location.uid })
    if (isMet(read)) return read
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const isDone = ({ geocoding }: { readonly geocoding?: unknown }) => geocoding !== "pending"

const withGeocoder = async (geocoder: GeocoderOption, test: (engine: AgendaEngine) => Promise<void>): Promise<void> => {
  const engine = createAgendaEngine({ database: "memory", geocoder })
  try {
    await test(engine)
  } finally {
    await engine.close()
  }
}

describe("geocoder", () => {
  it("of the host finds coordinates, and the time zone there", () => {
    const asked: Array<unknown> = []
    const find = async (address: unknown) => {
      asked.push(address)
      return { latitude: 35.68, longitude: 139.69 }
    }
    return withGeocoder({ find }, async (engine) => {
      expect(await located(engine, isDone)).toMatchObject({ latitude: 35.68, longitude: 139.69, timezone: "Asia/Tokyo" })
      expect(asked).toMatchObject([{ address: "1 Chome", city: "Tokyo", countryCode: "JP" }])
    })
  })

  it("is Nominatim at a URL", () =>
    listening(
      createServer((_request, response) =>
        void response.setHeader("content-type", "application/json").end(JSON.stringify([{ lat: "35.68", lon: "139.69" }]))
      ),
      (url) =>
        withGeocoder({ addressBase: { url }, nominatim: { userAgent: "town.example", url, interval: 0 } }, async (engine) => {
          expect(await located(engine, isDone)).toMatchObject({ latitude: 35.68, longitude: 139.69 })
        })
    ))

  it("with a wrong option is refused by name", () => {
    const geocoder = { nominatim: { userAgent: "town.example", url: "no url" } }
    expect(() => createAgendaEngine({ database: "memory", geocoder })).toThrow(
      expect.objectContaining({ _tag: "InvalidOption", option: "geocoder" })
    )
  })

  it("that refuses an address for good leaves the location without coordinates", () => {
    let calls = 0
    const find = () => {
      calls++
      return Promise.reject(Object.assign(new Error("no such country"), { reason: "permanent" }))
    }
    return withGeocoder({ find }, async (engine) => {
      expect(await located(engine, isDone)).toMatchObject({ latitude: null, geocoding: "none" })
      expect(calls).toBe(1)
    })
  })

  it("is none by default, and time zones are found without one", () =>
    withGeocoder("none", async (engine) => {
      expect(await located(engine, isDone)).toMatchObject({ latitude: null, geocoding: "off", timezone: "Asia/Tokyo" })
      expect(await located(engine, isDone, { latitude: -21.11, longitude: 55.53 })).toMatchObject({ timezone: "Indian/Reunion" })
    }))
})
