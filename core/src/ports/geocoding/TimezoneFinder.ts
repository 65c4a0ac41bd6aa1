import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Coordinates } from "./Geocoder.js"

interface TimezoneFinderService {
  /** Whether there are data to find time zones with. Without them, `find` is never called. */
  readonly isOn: boolean
  /** The IANA time zone at this position; null when there is none. Sends no request. */
  readonly find: (at: Coordinates) => Effect.Effect<string | null>
}

const off: TimezoneFinderService = { isOn: false, find: () => Effect.succeed(null) }

/**
 * Finds the time zone of locations whose writes name none by their coordinates. Where it finds none, a location has the
 * time zone of its country, if the country has only one, else the default. Servers have the finder of the geocoding
 * package; without a layer below the engine there is none.
 */
export class TimezoneFinder
  extends Context.Reference<TimezoneFinder>()("@agenda-engine/core/ports/geocoding/TimezoneFinder", { defaultValue: () => off })
{
  /** No look-up: the time zone of a location is that of the write (wire.md §5, Defaults). The default. */
  static readonly none: Layer.Layer<TimezoneFinder> = Layer.succeed(TimezoneFinder, off)
}
