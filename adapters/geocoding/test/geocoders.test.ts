import { Geocoder, type GeocodingError, type PostalAddress } from "@agenda-engine/core/ports/geocoding/Geocoder"
import { describe, expect, it } from "@effect/vitest"
import * as Config from "effect/Config"
import type { ConfigError } from "effect/ConfigError"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import * as AddressBaseGeocoder from "../src/AddressBaseGeocoder.js"
import * as FallbackGeocoder from "../src/FallbackGeocoder.js"
import * as NominatimGeocoder from "../src/NominatimGeocoder.js"
import { addressBaseAnswer, type GeocodingService, nominatimAnswer, type ServiceAnswer, startService } from "./geocodingService.js"

const brest: PostalAddress = { address: "1 rue de Siam", postalCode: "29200", city: "Brest", insee: null, countryCode: "FR" }
const userAgent = "agenda.example.org (agenda@example.org)"

const open = (layer: Layer.Layer<Geocoder, ConfigError>) => Effect.map(Layer.build(layer), (built) => Context.get(built, Geocoder))
const addressBase = ({ url }: GeocodingService) => AddressBaseGeocoder.layer({ url: `${url}/geocodage/`, userAgent })
const nominatim = ({ url }: GeocodingService) => NominatimGeocoder.layer({ url, userAgent })

describe("AddressBaseGeocoder", () => {
  it.scopedLive("finds an address", () =>
    Effect.gen(function*() {
      const service = yield* startService
      service.answer(addressBaseAnswer([-4.49, 48.39], { score: 0.9, postcode: "29200" }))
      const { find, interval_ms, isOn } = yield* open(addressBase(service))
      expect({ isOn, interval_ms }).toEqual({ isOn: true, interval_ms: 100 })
      expect(yield* find({ ...brest, insee: "29019" })).toEqual({ latitude: 48.39, longitude: -4.49 })
      const [{ path, query, userAgent: sent } = { path: "", query: new URLSearchParams(), userAgent: "" }] = service.requests
      expect([path, sent]).toEqual(["/geocodage/search", userAgent])
      expect(Object.fromEntries(query)).toEqual({ q: "1 rue de Siam 29200 Brest", limit: "1", autocomplete: "0", citycode: "29019" })
    }))

  it.scopedLive.each([
    { of: "nothing", answer: { body: { features: [] } } },
    { of: "a bad match", answer: addressBaseAnswer([2, 48], { score: 0.49, postcode: "29200" }) },
    { of: "a place in another department", answer: addressBaseAnswer([2, 48], { score: 0.9, postcode: "75001" }) }
  ])("takes $of for an unknown address", ({ answer }) =>
    Effect.gen(function*() {
      const service = yield* startService
      service.answer(answer)
      expect(yield* (yield* open(addressBase(service))).find(brest)).toBe(null)
    }))

  it.scopedLive("asks for no address abroad, and for none without letters and digits", () =>
    Effect.gen(function*() {
      const service = yield* startService
      const { find } = yield* open(addressBase(service))
      expect(yield* find({ ...brest, countryCode: "BE" })).toBe(null)
      expect(yield* find({ ...brest, address: "--", city: null, postalCode: null })).toBe(null)
      expect(service.requests).toEqual([])
    }))
})

describe("NominatimGeocoder", () => {
  it.scopedLive("finds an address, at most once a second", () =>
    Effect.gen(function*() {
      const service = yield* startService
      service.answer(nominatimAnswer("48.39", "-4.49"))
      const { find, interval_ms } = yield* open(nominatim(service))
      expect(interval_ms).toBe(1_000)
      expect(yield* find({ ...brest, address: "1 rue de Siam, Brest" })).toEqual({ latitude: 48.39, longitude: -4.49 })
      const [{ path, query, userAgent: sent } = { path: "", query: new URLSearchParams(), userAgent: "" }] = service.requests
      expect([path, sent]).toEqual(["/search", userAgent])
      expect(Object.fromEntries(query)).toEqual({ q: "1 rue de Siam, Brest 29200", format: "jsonv2", limit: "1", countrycodes: "fr" })
    }))

  it.scopedLive("searches the overseas territories of France in France, too", () =>
    Effect.gen(function*() {
      const service = yield* startService
      const { find } = yield* open(nominatim(service))
      yield* find({ ...brest, address: "2 rue de Paris, Saint-Denis", postalCode: "97400", city: "Saint-Denis", countryCode: "RE" })
      yield* find({ ...brest, address: "2 High Street, Dover", countryCode: "GB" })
      expect(service.requests.map(({ query }) => query.get("countrycodes"))).toEqual(["re,fr", "gb"])
    }))

  it.scopedLive("takes an empty list for an unknown address", () =>
    Effect.gen(function*() {
      expect(yield* (yield* open(nominatim(yield* startService))).find(brest)).toBe(null)
    }))

  it.scopedLive("remembers answers, but no failures", () =>
    Effect.gen(function*() {
      const service = yield* startService
      const { find } = yield* open(nominatim(service))
      service.answer({ status: 503 })
      yield* Effect.flip(find(brest))
      service.answer(nominatimAnswer("48.39", "-4.49"))
      yield* find(brest)
      yield* find({ ...brest })
      expect(service.requests).toHaveLength(2)
    }))

  it.scopedLive.each<{ of: string; options: NominatimGeocoder.NominatimOptions; message: string }>([
    { of: "no name of the operator", options: { userAgent: " " }, message: "names the operator" },
    { of: "a User-Agent of several lines", options: { userAgent: "a\nb" }, message: "names the operator" },
    { of: "another base", options: { userAgent, url: "ftp://example.org" }, message: "http or https" }
  ])("refuses $of", ({ message, options }) =>
    Effect.gen(function*() {
      expect(yield* Effect.flip(open(NominatimGeocoder.layer(options)))).toMatchObject({ message: expect.stringContaining(message) })
    }))

  it.scopedLive("takes its options from the configuration", () =>
    Effect.gen(function*() {
      const service = yield* startService
      const layer = NominatimGeocoder.layerConfig({ userAgent: Config.string("AGENT"), url: Config.string("URL") })
      const provider = ConfigProvider.fromMap(new Map([["AGENT", userAgent], ["URL", service.url]]))
      yield* (yield* Effect.withConfigProvider(open(layer), provider)).find(brest)
      expect(service.requests).toHaveLength(1)
    }))
})

const failures: ReadonlyArray<{ readonly of: string; readonly answer: ServiceAnswer; readonly error: Partial<GeocodingError> }> = [
  {
    of: "429 with seconds",
    answer: { status: 429, headers: { "retry-after": "90" } },
    error: { reason: "temporary", retryAfter_ms: 90_000 }
  },
  { of: "429 without a time", answer: { status: 429 }, error: { reason: "temporary", retryAfter_ms: null } },
  { of: "500", answer: { status: 500 }, error: { reason: "temporary" } },
  { of: "403, such as of a blocked operator", answer: { status: 403 }, error: { reason: "temporary" } },
  { of: "404 of a wrong base URL", answer: { status: 404 }, error: { reason: "temporary" } },
  { of: "400", answer: { status: 400 }, error: { reason: "permanent", retryAfter_ms: null } },
  { of: "a redirect", answer: { status: 302, headers: { location: "http://127.0.0.1:1/" } }, error: { reason: "temporary" } },
  { of: "no JSON", answer: { body: "<html>maintenance</html>" }, error: { reason: "temporary" } },
  { of: "JSON of another form", answer: { body: { error: "maintenance" } }, error: { reason: "temporary" } },
  { of: "coordinates that do not exist", answer: nominatimAnswer("91", "0"), error: { reason: "temporary" } },
  {
    of: "an answer without end",
    answer: { body: `[${" ".repeat(2 ** 21)}]` },
    error: { reason: "temporary", message: expect.stringContaining("too long") }
  }
]

describe("failures of a service", () => {
  it.scopedLive.each(failures)("$of", ({ answer, error }) =>
    Effect.gen(function*() {
      const service = yield* startService
      service.answer(answer)
      expect(yield* Effect.flip((yield* open(nominatim(service))).find(brest))).toMatchObject({ _tag: "GeocodingError", ...error })
      expect(service.requests).toHaveLength(1)
    }))

  it.scoped("429 with a date", () =>
    Effect.gen(function*() {
      const service = yield* startService
      yield* TestClock.setTime(1_000_000_000_000)
      service.answer({ status: 429, headers: { "retry-after": "Sun, 09 Sep 2001 01:47:10 GMT" } })
      const error = yield* Effect.flip((yield* open(nominatim(service))).find(brest))
      expect(error.retryAfter_ms).toBe(30_000)
    }))

  it.scopedLive("no answer in time", () =>
    Effect.gen(function*() {
      const service = yield* startService
      service.answer("never")
      const { find } = yield* open(NominatimGeocoder.layer({ url: service.url, userAgent, timeout: "100 millis" }))
      expect(yield* Effect.flip(find(brest))).toMatchObject({ reason: "temporary", message: expect.stringContaining("in time") })
    }))

  it.scopedLive("no service", () =>
    Effect.gen(function*() {
      const { find } = yield* open(NominatimGeocoder.layer({ url: "http://127.0.0.1:1", userAgent }))
      expect(yield* Effect.flip(find(brest))).toMatchObject({ reason: "temporary", message: "the geocoder cannot be reached" })
    }))
})

describe("FallbackGeocoder", () => {
  const both = Effect.gen(function*() {
    const [first, second] = [yield* startService, yield* startService]
    second.answer(nominatimAnswer("50.85", "4.35"))
    return { first, second, ...(yield* open(FallbackGeocoder.layer(addressBase(first), nominatim(second)))) }
  })

  it.scopedLive("asks the second for what the first does not know, at the slower rate", () =>
    Effect.gen(function*() {
      const { find, first, interval_ms, second } = yield* both
      expect(interval_ms).toBe(1_000)
      expect(yield* find({ ...brest, countryCode: "BE" })).toEqual({ latitude: 50.85, longitude: 4.35 })
      first.answer({ status: 400 })
      expect(yield* find(brest)).toEqual({ latitude: 50.85, longitude: 4.35 })
      expect(second.requests).toHaveLength(2)
    }))

  it.scopedLive("does not ask the second when the first found the address, or fails for the moment", () =>
    Effect.gen(function*() {
      const { find, first, second } = yield* both
      first.answer({ status: 503 })
      expect(yield* Effect.flip(find(brest))).toMatchObject({ reason: "temporary" })
      first.answer(addressBaseAnswer([-4.49, 48.39], { score: 0.9 }))
      expect(yield* find(brest)).toEqual({ latitude: 48.39, longitude: -4.49 })
      expect(second.requests).toEqual([])
    }))
})
