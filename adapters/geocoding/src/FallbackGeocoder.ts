import { type Coordinates, Geocoder, type GeocodingError, type PostalAddress } from "@agenda-engine/core/ports/geocoding/Geocoder"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Asks the second geocoder for the addresses that the first does not know or refuses. It does not when the first fails
 * for the moment: its answer is awaited. The longer interval holds for both.
 */
export const layer = <E1, E2>(first: Layer.Layer<Geocoder, E1>, second: Layer.Layer<Geocoder, E2>): Layer.Layer<Geocoder, E1 | E2> =>
  Layer.scoped(
    Geocoder,
    Effect.gen(function*() {
      const one = Context.get(yield* Layer.build(first), Geocoder)
      const other = Context.get(yield* Layer.build(second), Geocoder)
      const find = (address: PostalAddress): Effect.Effect<Coordinates | null, GeocodingError> =>
        one.find(address).pipe(
          Effect.catchIf(({ reason }) => reason === "permanent", () => Effect.succeed(null)),
          Effect.flatMap((found) => found === null ? other.find(address) : Effect.succeed(found))
        )
      return { isOn: true, interval_ms: Math.max(one.interval_ms, other.interval_ms), find }
    })
  )
