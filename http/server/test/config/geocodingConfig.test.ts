import { Geocoder } from "@agenda-engine/core/ports/geocoding/Geocoder"
import { TimezoneFinder } from "@agenda-engine/core/ports/geocoding/TimezoneFinder"
import { describe, expect, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { showConfigError } from "../../src/cli/output/Failure.js"
import { geocodingConfig, geocodingOf } from "../../src/config/GeocodingConfig.js"

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(geocodingConfig, ConfigProvider.fromMap(new Map(Object.entries(variables)), { pathDelim: "_" }))

const states = (variables: Readonly<Record<string, string>>) =>
  Effect.gen(function*() {
    const config = yield* read(variables)
    return yield* Effect.provide(
      Effect.gen(function*() {
        const { interval_ms, isOn } = yield* Geocoder
        return { isOn, interval_ms, timezones: (yield* TimezoneFinder).isOn }
      }),
      geocodingOf(config)
    )
  })

const userAgent = { AGENDA_GEOCODER_USER_AGENT: "agenda.example.org" }

describe("geocodingConfig", () => {
  it.effect.each([
    { variables: {}, state: { isOn: false, interval_ms: 0, timezones: true } },
    { variables: { AGENDA_GEOCODER: "none" }, state: { isOn: false, interval_ms: 0, timezones: true } },
    { variables: { AGENDA_LOCATION_TIMEZONES: "0" }, state: { isOn: false, interval_ms: 0, timezones: false } },
    { variables: { AGENDA_GEOCODER: "ban" }, state: { isOn: true, interval_ms: 100, timezones: true } },
    { variables: { AGENDA_GEOCODER: "ban", AGENDA_LOCATION_TIMEZONES: "0" }, state: { isOn: true, interval_ms: 100, timezones: false } },
    { variables: { AGENDA_GEOCODER: "nominatim", ...userAgent }, state: { isOn: true, interval_ms: 1_000, timezones: true } },
    { variables: { AGENDA_GEOCODER: "ban, nominatim", ...userAgent }, state: { isOn: true, interval_ms: 1_000, timezones: true } },
    { variables: { AGENDA_GEOCODER: "ban", AGENDA_GEOCODER_INTERVAL_MS: "0" }, state: { isOn: true, interval_ms: 0, timezones: true } }
  ])("makes $state of $variables", ({ state, variables }) =>
    Effect.gen(function*() {
      expect(yield* states(variables)).toEqual(state)
    }))

  it.effect.each([
    { variables: { AGENDA_GEOCODER: "google" }, names: ["AGENDA", "GEOCODER", "nominatim"] },
    { variables: { AGENDA_GEOCODER: "ban,ban" }, names: ["GEOCODER"] },
    { variables: { AGENDA_GEOCODER: "nominatim" }, names: ["GEOCODER_USER_AGENT"] },
    { variables: { AGENDA_GEOCODER: "ban", AGENDA_GEOCODER_BAN_URL: "data.geopf.fr" }, names: ["GEOCODER_BAN_URL"] },
    { variables: { AGENDA_GEOCODER: "ban", AGENDA_GEOCODER_USER_AGENT: "a\nb" }, names: ["GEOCODER_USER_AGENT"] },
    { variables: { AGENDA_GEOCODER: "ban", AGENDA_GEOCODER_INTERVAL_MS: "-1" }, names: ["INTERVAL_MS"] }
  ])("refuses $variables by name", ({ names, variables }) =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(states(variables))
      for (const name of names) expect(showConfigError(error)).toContain(name)
    }))
})
