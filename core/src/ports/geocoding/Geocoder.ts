import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** The address of a location, as its fields of the same name. */
export interface PostalAddress {
  readonly address: string
  readonly postalCode: string | null
  /** `adminLevel4`. */
  readonly city: string | null
  /** Code of the French municipality. */
  readonly insee: string | null
  /** ISO 3166-1 alpha-2, upper case. */
  readonly countryCode: string
}

/** A position in degrees (WGS 84). */
export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

/** Asking a geocoder failed. `temporary`: a retry may succeed. `permanent`: no retry with this address will. */
export class GeocodingError extends Schema.TaggedError<GeocodingError>("@agenda-engine/core/GeocodingError")("GeocodingError", {
  reason: Schema.Literal("temporary", "permanent"),
  /** For operators: contains no address and no credential. */
  message: Schema.String,
  /** Milliseconds that the service asks to wait (`Retry-After`, RFC 9110 §10.2.3); null: none. */
  retryAfter_ms: Schema.NullOr(Schema.Number)
}) {}

interface GeocoderService {
  /** Whether there is a geocoder. Without one, `find` is never called. */
  readonly isOn: boolean
  /** Least time between two requests in milliseconds, over all processes that share a store. */
  readonly interval_ms: number
  /** The coordinates of an address; null when the geocoder knows none. Sends requests one at a time. */
  readonly find: (address: PostalAddress) => Effect.Effect<Coordinates | null, GeocodingError>
}

const off: GeocoderService = { isOn: false, interval_ms: 0, find: () => Effect.succeed(null) }

/**
 * Looks up the coordinates of addresses, for example at a public service. There is none by default: provide a layer
 * below the engine to add one.
 */
export class Geocoder extends Context.Reference<Geocoder>()("@agenda-engine/core/ports/geocoding/Geocoder", { defaultValue: () => off }) {
  /** No geocoder: coordinates come with the write (wire.md §5, Locations). The default. */
  static readonly none: Layer.Layer<Geocoder> = Layer.succeed(Geocoder, off)
}
