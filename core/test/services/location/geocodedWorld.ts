import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Ref from "effect/Ref"
import { rawBody } from "../../../src/contract/RawBody.js"
import { operator } from "../../../src/domain/access/Credential.js"
import type { Json, JsonObject } from "../../../src/domain/text/Json.js"
import { type Coordinates, Geocoder, type GeocodingError, type PostalAddress } from "../../../src/ports/geocoding/Geocoder.js"
import { TimezoneFinder } from "../../../src/ports/geocoding/TimezoneFinder.js"
import { authorized } from "../../../src/services/Access.js"
import { GeocodedLocations } from "../../../src/services/GeocodedLocations.js"
import { Locations } from "../../../src/services/Locations.js"
import { testEngine } from "../testEngine.js"

/** Where the geocoder of the tests finds addresses; others it does not know. */
export const places: { readonly [address: string]: Coordinates } = {
  "1 place du Marché": { latitude: 43.4, longitude: 3.7 },
  "2 rue de la Mer": { latitude: 43.5, longitude: 3.8 },
  "405 Lexington Avenue": { latitude: 40.75, longitude: -73.98 }
}

type Find = (address: PostalAddress) => Effect.Effect<Coordinates | null, GeocodingError>

/** The addresses that the geocoder was asked for, with their instants, and control over its next answers. */
export class Asked extends Context.Tag("test/Asked")<Asked, {
  readonly addresses: Effect.Effect<ReadonlyArray<string>>
  readonly instants: Effect.Effect<ReadonlyArray<number>>
  readonly answer: (find: Find) => Effect.Effect<void>
}>() {}

export const findPlace: Find = ({ address }) => Effect.succeed(places[address] ?? null)

const geocoder = Layer.effectContext(Effect.gen(function*() {
  const asked = yield* Ref.make<ReadonlyArray<readonly [string, number]>>([])
  const answering = yield* Ref.make(findPlace)
  const find: Find = (address) =>
    Effect.gen(function*() {
      const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
      yield* Ref.update(asked, (before) => [...before, [address.address, now] as const])
      return yield* (yield* Ref.get(answering))(address)
    })
  const part = <A>(of: (entry: readonly [string, number]) => A) => Effect.map(Ref.get(asked), (entries) => entries.map(of))
  return Context.make(Geocoder, { isOn: true, interval_ms: 1_000, find }).pipe(
    Context.add(Asked, {
      addresses: part(([address]) => address),
      instants: part(([, at]) => at),
      answer: (find) => Ref.set(answering, find)
    })
  )
}))

const timezones = Layer.succeed(TimezoneFinder, {
  isOn: true,
  find: ({ longitude }) => Effect.succeed(longitude < -30 ? "America/New_York" : "Europe/Paris")
})

/** The engine over in-memory stores, with a geocoder that asks at most once a second. */
export const geocodingEngine = testEngine.pipe(Layer.provideMerge(Layer.merge(geocoder, timezones)))

/** The engine over in-memory stores, without a geocoder. */
export const timezoneEngine = testEngine.pipe(Layer.provideMerge(timezones))

/** The body of a location without coordinates. */
export const hall = { name: "Grande Halle", address: "1 place du Marché", countryCode: "FR" }

type Agenda = { readonly _tag: "Uid"; readonly uid: number }

export const create = (agenda: Agenda, body: Json) =>
  Effect.flatMap(Locations, (locations) =>
    Effect.map(
      authorized(operator, agenda, "locations:write", (by) => locations.create(by, rawBody(body))),
      ({ location }) => location
    ))

const refOf = ({ uid }: JsonObject) => ({ _tag: "Uid", uid: typeof uid === "number" ? uid : 0 }) as const

export const get = (agenda: Agenda, location: JsonObject) =>
  Effect.flatMap(Locations, (locations) => authorized(operator, agenda, "locations:read", (by) => locations.get(by, refOf(location))))

export const write = (agenda: Agenda, location: JsonObject, mode: "patch" | "replace", body: Json) =>
  Effect.flatMap(
    Locations,
    (locations) => authorized(operator, agenda, "locations:write", (by) => locations[mode](by, refOf(location), rawBody(body)))
  )

/** Geocodes everything that is due. */
export const geocode = Effect.flatMap(GeocodedLocations, ({ geocodeDue }) => geocodeDue)
