import { Geocoder, GeocodingError, type PostalAddress } from "@agenda-engine/core/ports/geocoding/Geocoder"
import type { TimezoneFinder } from "@agenda-engine/core/ports/geocoding/TimezoneFinder"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { GeocoderOption, HostGeocoder } from "./EngineOptions.js"
import { refusalOf } from "./refusalOf.js"

type GeocoderLayer = Layer.Layer<Geocoder, ConfigError>

const failed = (cause: unknown): GeocodingError => new GeocodingError({ ...refusalOf(cause), retryAfter_ms: null })

const hostGeocoder = ({ find, interval_ms = 0 }: HostGeocoder): GeocoderLayer =>
  Layer.succeed(Geocoder, {
    isOn: true,
    interval_ms,
    find: (address: PostalAddress) => Effect.tryPromise({ try: async () => find(address), catch: failed })
  })

const serviceOf = async (geocoder: Exclude<GeocoderOption, "none">): Promise<GeocoderLayer> => {
  if ("find" in geocoder) return hostGeocoder(geocoder)
  const { addressBase, nominatim } = geocoder
  const all = nominatim === undefined ? null : (await import("@agenda-engine/geocoding/NominatimGeocoder")).layer(nominatim)
  const french = addressBase === undefined ? null : (await import("@agenda-engine/geocoding/AddressBaseGeocoder")).layer(addressBase)
  if (all === null || french === null) return all ?? french ?? Geocoder.none
  return (await import("@agenda-engine/geocoding/FallbackGeocoder")).layer(french, all)
}

/** The geocoder, and the finder of time zones. Only the modules that they need are loaded. */
export const geocoderOf = (geocoder: GeocoderOption): Layer.Layer<Geocoder | TimezoneFinder> =>
  Layer.unwrapEffect(Effect.promise(async () => {
    const timezones = (await import("@agenda-engine/geocoding/TimezoneMap")).layer
    // `checkOptions` has refused what a service fails with.
    return Layer.merge(geocoder === "none" ? Geocoder.none : Layer.orDie(await serviceOf(geocoder)), timezones)
  }))
