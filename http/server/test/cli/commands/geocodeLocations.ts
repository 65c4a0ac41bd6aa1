import * as Effect from "effect/Effect"
import { readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { addressBaseAnswer, startService } from "../../../../../adapters/geocoding/test/geocodingService.js"
import type { RunCli } from "../runCli.js"
import type { DatabaseKind, Databases } from "./useDatabases.js"

const lines = [
  { kind: "agenda", uid: 7, slug: "summer", title: "Summer" },
  { kind: "location", uid: 70, agendaUid: 7, name: "Old hall", address: "7 rue de Siam, Brest", countryCode: "FR" },
  { kind: "location", uid: 71, agendaUid: 7, name: "New hall", address: "Abroad", countryCode: "GB" },
  { kind: "location", uid: 72, agendaUid: 7, name: "Own", address: "Here", countryCode: "FR", latitude: 1, longitude: 2 }
]

/** What holds of the command that geocodes locations, however command lines are run. */
export const testGeocoding = (runCli: RunCli, { fileOf, freshDatabase }: Databases, kinds: ReadonlyArray<DatabaseKind>): void => {
  describe("location geocode", () => {
    it.each(kinds)("looks up locations that were imported before, on %s, and exports what it found", async (kind) => {
      await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
        const service = yield* startService
        service.answer(addressBaseAnswer([-4.49, 48.39], { score: 0.9 }))
        const geocoder = { AGENDA_GEOCODER: "ban", AGENDA_GEOCODER_BAN_URL: service.url, AGENDA_GEOCODER_INTERVAL_MS: "1" }
        const run = (database: string, line: string, more: { readonly [name: string]: string } = {}) =>
          Effect.promise(() => runCli([...line.split(" "), "--json"], { env: { AGENDA_DATABASE: database, ...more } }))
        const [database, other] = [yield* Effect.promise(() => freshDatabase(kind)), yield* Effect.promise(() => freshDatabase(kind))]
        const [given, exported, again] = [fileOf(`${kind}-given`), fileOf(`${kind}-exported`), fileOf(`${kind}-again`)]
        writeFileSync(given, lines.map((line) => JSON.stringify(line)).join("\n"))
        expect(yield* run(database, `import ${given}`)).toMatchObject({ code: 0 })

        expect(yield* run(database, "location geocode")).toMatchObject({ code: 2, stderr: expect.stringContaining("AGENDA_GEOCODER") })
        const geocoded = yield* run(database, "location geocode --agenda 7", geocoder)
        expect(JSON.parse(geocoded.stdout)).toEqual({ queued: 2, found: 1, none: 1, later: 0 })
        const unfound = yield* run(database, "location geocode --not-found", geocoder)
        expect(JSON.parse(unfound.stdout)).toEqual({ queued: 1, found: 0, none: 1, later: 0 })
        expect(service.requests).toHaveLength(1)

        yield* run(database, `export ${exported}`)
        const written = readFileSync(exported, "utf8").trim().split("\n").map((line): unknown => JSON.parse(line))
        expect(written.slice(1)).toMatchObject([
          { uid: 70, latitude: 48.39, longitude: -4.49, timezone: "Europe/Paris", geocoding: "found", timezoneFound: true },
          { uid: 71, latitude: null, geocoding: "none" },
          { uid: 72, latitude: 1, longitude: 2 }
        ])
        yield* run(other, `import ${exported}`, { ...geocoder, AGENDA_LOCATION_TIMEZONES: "0" })
        yield* run(other, `export ${again}`)
        expect(readFileSync(again, "utf8")).toBe(readFileSync(exported, "utf8"))
        expect(service.requests).toHaveLength(1)
      })))
    })
  })
}
