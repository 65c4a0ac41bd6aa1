import { TimezoneFinder } from "@agenda-engine/core/ports/geocoding/TimezoneFinder"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TimezoneMap from "../src/TimezoneMap.js"

it.effect.each([
  { place: "Brest", latitude: 48.39, longitude: -4.49, timezone: "Europe/Paris" },
  { place: "Saint-Denis of Réunion", latitude: -20.88, longitude: 55.45, timezone: "Indian/Reunion" },
  { place: "Pointe-à-Pitre", latitude: 16.24, longitude: -61.53, timezone: "America/Guadeloupe" },
  { place: "Nouméa", latitude: -22.28, longitude: 166.46, timezone: "Pacific/Noumea" },
  { place: "New York", latitude: 40.75, longitude: -73.98, timezone: "America/New_York" },
  { place: "London", latitude: 51.5, longitude: -0.12, timezone: "Europe/London" }
])("finds the time zone of $place", ({ latitude, longitude, timezone }) =>
  Effect.gen(function*() {
    const { find, isOn } = yield* TimezoneFinder
    expect(isOn).toBe(true)
    expect(yield* find({ latitude, longitude })).toBe(timezone)
  }).pipe(Effect.provide(TimezoneMap.layer)))
