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

/** Options of the French national address base. */
export interface AddressBaseOptions {
  /** Base URL, without `/search`. Default: the Géoplateforme of the IGN. An Addok of one's own works, too. */
  readonly url?: string | undefined
  /** `User-Agent`, which should name the operator. Default: `agenda-engine`. */
  readonly userAgent?: string | undefined
  /** Least time between two requests. Default: 100 ms. The Géoplateforme allows 50 requests a second. */
  readonly interval?: DurationInput | undefined
  /** Timeout of a request. Default: 10 seconds. */
  readonly timeout?: DurationInput | undefined
  /** Least score of an answer, from 0 to 1. Default: 0.5. */
  readonly score_min?: number | undefined
}

/** Maximum length of `q`. */
const query_chars_max = 200

const Answer = Schema.Struct({
  features: Schema.Array(Schema.Struct({
    geometry: Schema.Struct({
      coordinates: Schema.Tuple([Schema.Number.pipe(Schema.between(-180, 180)), Schema.Number.pipe(Schema.between(-90, 90))], Schema.Number)
    }),
    properties: Schema.Struct({
      score: Schema.Number,
      postcode: Schema.optional(Schema.String)
    })
  }))
})

type Feature = typeof Answer.Type["features"][number]

/** Streets have the same names everywhere: another department than that of the postal code is another place. */
const isNear = ({ postalCode }: PostalAddress, { properties: { postcode } }: Feature): boolean =>
  postcode === undefined || postalCode === null || !/^\d{5}$/.test(postalCode) || postcode.slice(0, 2) === postalCode.slice(0, 2)

/**
 * Looks up French addresses in the national address base (`/search`, answers in GeoJSON). It asks for no address of
 * another country.
 */
export const layer = (options: AddressBaseOptions = {}): Layer.Layer<Geocoder, ConfigError.ConfigError> =>
  Layer.effect(
    Geocoder,
    Effect.gen(function*() {
      const { interval = "100 millis", score_min = 0.5, timeout = "10 seconds" } = options
      const userAgent = yield* userAgentOf(options.userAgent ?? "agenda-engine")
      const base = yield* baseOf("url", options.url ?? "https://data.geopf.fr/geocodage")
      const requestJson = makeRequestJson({ userAgent, timeout })
      return yield* serviceOf(interval, (address) =>
        Effect.gen(function*() {
          const text = queryText(address, query_chars_max)
          if (text === null || !isFrench(address.countryCode)) return null
          const url = new URL(`${base}/search`)
          url.search = new URLSearchParams({
            q: text,
            limit: "1",
            autocomplete: "0",
            ...(address.insee === null ? {} : { citycode: address.insee })
          }).toString()
          const { features: [best] } = yield* requestJson(url, Answer)
          if (best === undefined || best.properties.score < score_min || !isNear(address, best)) return null
          const [longitude, latitude] = best.geometry.coordinates
          return { latitude, longitude }
        }))
    })
  )

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<AddressBaseOptions>): Layer.Layer<Geocoder, ConfigError.ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))
