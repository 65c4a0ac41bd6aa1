import type { Event } from "../../domain/Event.js"
import type { LocationRecord } from "../../record/LocationRecord.js"
import type { WriteMode } from "./applyDraft.js"

const timezone_default = "Europe/Paris"

/** The time zone of an event and whether a write named it. */
type NamedTimezone = Required<Pick<Event, "timezone" | "timezoneNamed">>

/** The time zone that an event at this location has while no write named another (wire.md §5, Defaults); null: it is at none. */
export const followedTimezone = (location: Pick<LocationRecord, "timezone"> | null): string => location?.timezone ?? timezone_default

/** Whether a stored event follows the time zone of its location, which is `followed`. */
export const followsTimezone = ({ timezone, timezoneNamed }: Pick<Event, "timezone" | "timezoneNamed">, followed: string): boolean =>
  timezoneNamed === undefined ? timezone === followed : !timezoneNamed

/** A time zone as a write gives it. */
export interface WrittenTimezone {
  /** Absent: the write says nothing of it. Null: the event has none of its own. */
  readonly written: string | null | undefined
  /** As it is before the write; null: the event is created. */
  readonly stored: NamedTimezone | null
  /** The zone of the location that the event has after the write. */
  readonly followed: string
  readonly mode: WriteMode
  /** What an import says of whether the zone was named; undefined where it says nothing, null of all other writes. */
  readonly restored: boolean | null | undefined
}

/**
 * The time zone that an event has after a write. A zone equal to the followed one names none. A zone as it is stored changes nothing: an
 * event that was read can be sent back, with another location too, and still follows it. A PATCH beside another location does name it.
 */
export const settleTimezone = ({ followed, mode, restored, stored, written }: WrittenTimezone): NamedTimezone => {
  const following: NamedTimezone = { timezone: followed, timezoneNamed: false }
  if (written === undefined) return stored?.timezoneNamed === true ? { timezone: stored.timezone, timezoneNamed: true } : following
  if (written === null) return following
  const named: NamedTimezone = { timezone: written, timezoneNamed: true }
  if (restored !== null) return restored === true || written !== followed ? named : following
  if (written === stored?.timezone && (stored.timezoneNamed || mode === "replace")) return stored.timezoneNamed ? named : following
  return written === followed ? following : named
}
