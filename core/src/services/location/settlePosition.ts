import * as Effect from "effect/Effect"
import type { Geocoding, Location, LocationContent } from "../../domain/agenda/Location.js"
import { countryTimezone } from "../../domain/time/countryTimezone.js"
import { timezone_default } from "../../domain/time/timezone.js"
import { Geocoder, type PostalAddress } from "../../ports/geocoding/Geocoder.js"
import { TimezoneFinder } from "../../ports/geocoding/TimezoneFinder.js"

/** The coordinates and the time zone of a location, and what of them no write gave. */
export type Position = Pick<Location, "latitude" | "longitude" | "timezone" | "geocoding" | "timezoneFound">

type Placed = Position & AddressFields

type AddressFields = Pick<LocationContent, "address" | "postalCode" | "adminLevel4" | "insee" | "countryCode">

/** The address that a geocoder is asked for. */
export const addressOf = ({ address, adminLevel4: city, countryCode, insee, postalCode }: AddressFields): PostalAddress => ({
  address,
  postalCode,
  city,
  insee,
  countryCode
})

/** Whether a geocoder is asked for the same address. */
export const isSameAddress = (left: AddressFields, right: AddressFields): boolean =>
  JSON.stringify(addressOf(left)) === JSON.stringify(addressOf(right))

type Found = Pick<Position, "latitude" | "longitude" | "geocoding">

type Point = Pick<Position, "latitude" | "longitude">

const nowhere = { latitude: null, longitude: null } as const

const isAt = (left: Point, right: Point): boolean => left.latitude === right.latitude && left.longitude === right.longitude

/**
 * The coordinates after a write. Those that a geocoder found stay its own when a write repeats them, so that a location
 * can be read and sent back; any others are the client's.
 */
const settleCoordinates = (before: Placed | null, draft: LocationContent, isOn: boolean): Found => {
  const { latitude, longitude } = draft
  const hasFound = before?.geocoding === "found"
  const isWritten = (latitude !== null || longitude !== null) && !(hasFound && isAt(before, draft))
  if (isWritten) return { latitude, longitude, geocoding: null }
  const isKnown = before !== null && before.geocoding !== null && isSameAddress(before, draft)
  // Without a geocoder coordinates stay as they are, and count as the client's at a new address.
  if (!isOn) return { latitude, longitude, geocoding: isKnown && isAt(before, draft) ? before.geocoding : null }
  if (!isKnown) return { ...nowhere, geocoding: "pending" }
  return hasFound
    ? { latitude: before.latitude, longitude: before.longitude, geocoding: "found" }
    : { ...nowhere, geocoding: before.geocoding }
}

/**
 * The time zone of a location that no write gave one (wire.md §5, Locations): that of its coordinates, else that of its
 * country if it has only one, else the default.
 */
const findTimezone = ({ countryCode, latitude, longitude }: Point & Pick<AddressFields, "countryCode">): Effect.Effect<string> =>
  Effect.gen(function*() {
    const { find } = yield* TimezoneFinder
    const here = latitude === null || longitude === null ? null : yield* find({ latitude, longitude })
    return here ?? countryTimezone(countryCode) ?? timezone_default
  })

/**
 * The time zone of a location at these coordinates, when it had `before`. One that a write named stays. While an
 * address waits for the geocoder the found one stays, so that events do not change their time zone twice.
 */
export const settleTimezone = (
  before: Placed | null,
  written: Pick<Placed, "countryCode" | "timezone">,
  found: Found
): Effect.Effect<Pick<Position, "timezone" | "timezoneFound">> =>
  Effect.gen(function*() {
    const { isOn } = yield* TimezoneFinder
    const { countryCode, timezone } = written
    const wasFound = before !== null && before.timezoneFound
    if (timezone !== null && !(wasFound && timezone === before.timezone)) return { timezone, timezoneFound: false }
    if (!isOn) return { timezone, timezoneFound: timezone !== null && wasFound && isAt(before, found) }
    return found.geocoding === "pending" && wasFound
      ? { timezone: before.timezone, timezoneFound: true }
      : { timezone: yield* findTimezone({ ...found, countryCode }), timezoneFound: true }
  })

/** What an import line says of a location's position; absent members are decided as for other writes. */
export interface RestoredPosition {
  readonly geocoding?: Geocoding | undefined
  readonly timezoneFound?: boolean | undefined
}

/** The position of a location after a write: what the write gave, else what is found or waits to be. */
export const settlePosition = (
  before: Placed | null,
  draft: LocationContent,
  restored: RestoredPosition
): Effect.Effect<Position> =>
  Effect.gen(function*() {
    const { isOn } = yield* Geocoder
    const { timezoneFound = false } = restored
    const isNowhere = draft.latitude === null || draft.longitude === null
    const geocoding = restored.geocoding === undefined || (restored.geocoding === "found" && isNowhere) ? null : restored.geocoding
    const known = geocoding !== null || timezoneFound ? { ...draft, geocoding, timezoneFound } : before
    const found = settleCoordinates(known, draft, isOn)
    return { ...found, ...(yield* settleTimezone(known, draft, found)) }
  })
