import { Geocoder, type PostalAddress } from "@agenda-engine/core/ports/geocoding/Geocoder"
import * as Config from "effect/Config"
import type * as ConfigError from "effect/ConfigError"
import type { DurationInput } from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { isFrench, queryText } from "./queryText.js"
import { makeRequestJson } from "./requestJson.js"
import { baseOf, serviceOf, userAgentOf } from "./serviceOf.js"

/** Options of Nominatim. */
export interface NominatimOptions {
  /** `User-Agent`, which must name the operator, such as `agenda.example.org (agenda@example.org)`. */
  readonly userAgent: string
  /** Base URL, without `/search`. Default: the public server of OpenStreetMap. */
  readonly url?: string | undefined
  /** Least time between two requests. Default: 1 second, the most that the public server allows. */
  readonly interval?: DurationInput | undefined
  /** Timeout of a request. Default: 20 seconds. */
  readonly timeout?: DurationInput | undefined
}

/** Longest text that is searched for. */
const query_chars_max = 500

const degrees = (max: number) => Schema.NumberFromString.pipe(Schema.between(-max, max))

const Answer = Schema.Array(Schema.Struct({ lat: degrees(90), lon: degrees(180) }))

/** OpenStreetMap has the overseas territories of France as parts of it, though they have country codes of their own. */
const countriesOf = ({ countryCode }: PostalAddress): string =>
  isFrench(countryCode) && countryCode !== "FR" ? `${countryCode.toLowerCase()},fr` : countryCode.toLowerCase()

/** Looks up addresses of all countries at Nominatim (`/search?format=jsonv2`), which searches OpenStreetMap. */
export const layer = (options: NominatimOptions): Layer.Layer<Geocoder, ConfigError.ConfigError> =>
  Layer.effect(
    Geocoder,
    Effect.gen(function*() {
      const { interval = "1 second", timeout = "20 seconds" } = options
      const userAgent = yield* userAgentOf(options.userAgent)
      const base = yield* baseOf("url", options.url ?? "https://nominatim.openstreetmap.org")
      const requestJson = makeRequestJson({ userAgent, timeout })
      return yield* serviceOf(interval, (address) =>
        Effect.gen(function*() {
          const text = queryText(address, query_chars_max)
          if (text === null) return null
          const url = new URL(`${base}/search`)
          url.search = new URLSearchParams({
            q: text,
            format: "jsonv2",
            limit: "1",
            countrycodes: countriesOf(address)
          }).toString()
          const [best] = yield* requestJson(url, Answer)
          return best === undefined ? null : { latitude: best.lat, longitude: best.lon }
        }))
    })
  )

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<NominatimOptions>): Layer.Layer<Geocoder, ConfigError.ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))
