import type { Agenda } from "../agenda/Agenda.js"
import type { Location } from "../agenda/Location.js"
import type { Event } from "../event/Event.js"
import type { Slot } from "../event/Timing.js"
import type { AdditionalField } from "../field/AdditionalField.js"
import type { AvailabilityRows } from "../ticketing/AvailabilityRow.js"

/** An event with everything that pages, calendars and structured data show of it. */
export interface PublishedEvent {
  readonly agenda: Agenda
  /** The agenda's additional fields that the caller may read, in order. `event` has values of no others. */
  readonly fields: ReadonlyArray<AdditionalField>
  readonly event: Event
  /** When the event was first published, epoch milliseconds; null when it never was. */
  readonly publishedAt: number | null
  /** Null when the event is online only or its location was removed. */
  readonly location: Location | null
  readonly rows: AvailabilityRows
}

/** The preferred languages for an agenda's texts: the requested ones, then the agenda's default. */
export const languagesOf = (agenda: Agenda, requested: ReadonlyArray<string>): ReadonlyArray<string> => {
  const defaultLang = agenda.settings.contribution?.defaultLang
  return defaultLang === undefined || requested.includes(defaultLang) ? requested : [...requested, defaultLang]
}

/**
 * An event that was published and no longer is, as calendars show it: its slots are cancelled and no content is left.
 */
export interface WithdrawnEvent {
  readonly uid: number
  /** Greater than every version that was public. */
  readonly version: number
  /** Epoch milliseconds. */
  readonly withdrawnAt: number
  /** The slots that were public and have not ended. */
  readonly slots: ReadonlyArray<Slot>
}
