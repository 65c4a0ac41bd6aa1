import type { Event } from "../../../domain/event/Event.js"
import type { Interval } from "../../../domain/event/Timing.js"
import { timezone_default } from "../../../domain/time/timezone.js"
import { areWritableIn } from "../../../domain/time/writableYears.js"
import type { LocationRecord } from "../../../record/LocationRecord.js"
import type { WriteMode } from "./applyDraft.js"

/** The time zone of an event, and whether a write named it. */
type NamedTimezone = Pick<Event, "timezone" | "timezoneNamed">

/**
 * The time zone of an event at this location while no write names another (wire.md §5, Defaults). Null when it has no
 * location.
 */
export const followedTimezone = (location: Pick<LocationRecord, "timezone"> | null): string => location?.timezone ?? timezone_default

/**
 * Whether an unnamed time zone must stay although it differs from the location's: the event stays at its location,
 * whose corrected zone would move the slots out of the years 0000 to 9999.
 */
export const keepsTimezone = (
  stored: Pick<Event, "locationUid" | "timezone"> | null,
  location: Pick<LocationRecord, "timezone" | "uid"> | null,
  timings: ReadonlyArray<Interval>
): boolean => {
  const followed = followedTimezone(location)
  return stored !== null && stored.locationUid === (location?.uid ?? null) && stored.timezone !== followed &&
    !areWritableIn(timings, followed)
}

/** Inputs of `resolveTimezone`. */
export interface WrittenTimezone {
  /** The time zone in the body. Undefined when the body has none; null removes the event's own. */
  readonly written: string | null | undefined
  /** The stored time zone; null for a new event. */
  readonly stored: NamedTimezone | null
  /** The time zone of the event's location after the write. */
  readonly followed: string
  /** Whether the stored time zone stays when no write names one (`keepsTimezone`). */
  readonly keeps: boolean
  readonly mode: WriteMode
  /** `timezoneNamed` of an import line; undefined when the line has none, null for other writes. */
  readonly restored: boolean | null | undefined
}

/**
 * The time zone of an event after a write. A time zone equal to the location's does not count as named. A replace with
 * the stored time zone changes nothing, so that an event can be read and sent back, even with another location, and
 * still follows it. A PATCH with another location does name it.
 */
export const resolveTimezone = ({ followed, keeps, mode, restored, stored, written }: WrittenTimezone): NamedTimezone => {
  const following: NamedTimezone = { timezone: followed, timezoneNamed: false }
  const unnamed: NamedTimezone = stored !== null && keeps ? { timezone: stored.timezone, timezoneNamed: false } : following
  if (written === undefined) return stored?.timezoneNamed === true ? { timezone: stored.timezone, timezoneNamed: true } : unnamed
  if (written === null) return following
  const named: NamedTimezone = { timezone: written, timezoneNamed: true }
  if (restored !== null) return restored === true || written !== followed ? named : following
  if (written === stored?.timezone && (stored.timezoneNamed || mode === "replace")) return stored.timezoneNamed ? named : unnamed
  return written === followed ? following : named
}
