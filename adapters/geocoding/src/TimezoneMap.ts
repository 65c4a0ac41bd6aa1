import { loadOnce } from "@agenda-engine/core/domain/loadOnce"
import { isTimezone } from "@agenda-engine/core/domain/time/timezone"
import { TimezoneFinder } from "@agenda-engine/core/ports/geocoding/TimezoneFinder"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/**
 * Finds time zones in the map of `@photostructure/tz-lookup`, which loads with the first look-up. Near borders, within
 * some kilometres, it may name the neighbour's zone. At sea the zones are those of ships (`Etc/GMT+1`).
 */
export const layer: Layer.Layer<TimezoneFinder> = Layer.effect(
  TimezoneFinder,
  Effect.map(
    loadOnce(Effect.promise(() => import("@photostructure/tz-lookup"))),
    (map) => ({
      isOn: true,
      find: ({ latitude, longitude }) =>
        Effect.map(map, (module) => {
          const timezone = module.default(latitude, longitude)
          return isTimezone(timezone) ? timezone : null
        })
    })
  )
)
