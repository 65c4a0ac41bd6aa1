import { Geocoder } from "@agenda-engine/core/ports/geocoding/Geocoder"
import { TimezoneFinder } from "@agenda-engine/core/ports/geocoding/TimezoneFinder"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"

/** Which geocoder looks up the addresses of locations, and how it is asked. */
export interface GeocodingConfig {
  /** In the order in which they are asked; empty for none. */
  readonly services: ReadonlyArray<GeocodingService>
  /** Base URL of the national address base. Null: the Géoplateforme. */
  readonly addressBaseUrl: string | null
  /** Base URL of Nominatim. Null: the public server. */
  readonly nominatimUrl: string | null
  /** `User-Agent` of the requests; null: that of the adapter. */
  readonly userAgent: string | null
  /** Milliseconds between two requests; null: those of the adapter. */
  readonly interval_ms: number | null
  /** Whether locations without a time zone get that of their coordinates or of their country. */
  readonly timezones: boolean
}

const services = ["ban", "nominatim"] as const

type GeocodingService = typeof services[number]

const noServices: ReadonlyArray<GeocodingService> = []

const isService = (name: string): name is GeocodingService => services.some((service) => service === name)

const servicesOf = (list: string): Either.Either<ReadonlyArray<GeocodingService>, ConfigError.ConfigError> => {
  const names = list.trim() === "none" ? [] : list.split(",").map((name) => name.trim())
  return names.every(isService) && new Set(names).size === names.length
    ? Either.right(names)
    : Either.left(ConfigError.InvalidData([], "none, ban, nominatim, or two of them separated by a comma are expected"))
}

const optional = <A>(config: Config.Config<A>): Config.Config<A | null> => Config.map(Config.option(config), Option.getOrNull)

/** The configuration of the geocoder from `AGENDA_…` variables, through the current `ConfigProvider`. Default: none. */
export const geocodingConfig: Config.Config<GeocodingConfig> = Config.nested(
  Config.all({
    services: Config.nonEmptyString("GEOCODER").pipe(
      Config.mapOrFail(servicesOf),
      Config.withDefault(noServices)
    ),
    addressBaseUrl: optional(
      Config.nonEmptyString("GEOCODER_BAN_URL")
    ),
    nominatimUrl: optional(Config.nonEmptyString("GEOCODER_NOMINATIM_URL")),
    userAgent: optional(
      Config.nonEmptyString("GEOCODER_USER_AGENT")
    ),
    interval_ms: optional(
      Config.integer("GEOCODER_INTERVAL_MS").pipe(
        Config.validate({ message: "0 or more is expected", validation: (interval) => interval >= 0 })
      )
    ),
    timezones: Config.boolean("LOCATION_TIMEZONES").pipe(Config.withDefault(true))
  }),
  "AGENDA"
).pipe(
  Config.mapOrFail((config) =>
    config.services.includes("nominatim") && config.userAgent === null
      ? Either.left(ConfigError.MissingData(["AGENDA", "GEOCODER_USER_AGENT"], "Nominatim needs a User-Agent that names you"))
      : Either.right(config)
  )
)

const urlVariables = { ban: "GEOCODER_BAN_URL", nominatim: "GEOCODER_NOMINATIM_URL" } as const

const nameVariable = (service: GeocodingService) => (error: ConfigError.ConfigError): ConfigError.ConfigError =>
  error._op === "InvalidData"
    ? ConfigError.InvalidData(["AGENDA", error.path.includes("url") ? urlVariables[service] : "GEOCODER_USER_AGENT"], error.message)
    : error

const serviceLayer = (service: GeocodingService, config: GeocodingConfig): Layer.Layer<Geocoder, ConfigError.ConfigError> => {
  const { addressBaseUrl, interval_ms, nominatimUrl, userAgent } = config
  const interval = interval_ms ?? undefined
  const layer: Layer.Layer<Geocoder, ConfigError.ConfigError> = Layer.unwrapEffect(
    service === "ban"
      ? Effect.map(
        Effect.promise(() => import("@agenda-engine/geocoding/AddressBaseGeocoder")),
        (geocoder) => geocoder.layer({ url: addressBaseUrl ?? undefined, userAgent: userAgent ?? undefined, interval })
      )
      : Effect.map(
        Effect.promise(() => import("@agenda-engine/geocoding/NominatimGeocoder")),
        (geocoder) => geocoder.layer({ url: nominatimUrl ?? undefined, userAgent: userAgent ?? "", interval })
      )
  )
  return Layer.mapError(layer, nameVariable(service))
}

const geocoderOf = (config: GeocodingConfig): Layer.Layer<Geocoder, ConfigError.ConfigError> => {
  const [first, second] = config.services.map((service) => serviceLayer(service, config))
  if (first === undefined) return Geocoder.none
  return second === undefined ? first : Layer.unwrapEffect(
    Effect.map(Effect.promise(() => import("@agenda-engine/geocoding/FallbackGeocoder")), ({ layer }) => layer(first, second))
  )
}

/** The geocoder and the finder of time zones of the configuration. Only the needed modules are loaded. */
export const geocodingOf = (config: GeocodingConfig): Layer.Layer<Geocoder | TimezoneFinder, ConfigError.ConfigError> =>
  Layer.merge(
    geocoderOf(config),
    config.timezones
      ? Layer.unwrapEffect(Effect.map(Effect.promise(() => import("@agenda-engine/geocoding/TimezoneMap")), ({ layer }) => layer))
      : TimezoneFinder.none
  )
