import type { AdditionalField } from "./AdditionalField.js"
import type { Agenda } from "./Agenda.js"
import type { AvailabilityRows } from "./AvailabilityRow.js"
import type { Event } from "./Event.js"
import type { Location } from "./Location.js"

/** An event with everything that pages, calendars and structured data show of it. */
export interface PublishedEvent {
  readonly agenda: Agenda
  /** The agenda's additional fields that the caller may read, in order. `event` has values of no others. */
  readonly fields: ReadonlyArray<AdditionalField>
  readonly event: Event
  /** Null when the event is online only or its location was removed. */
  readonly location: Location | null
  readonly rows: AvailabilityRows
}

/** The preferred languages for an agenda's texts: the requested ones, then the agenda's default. */
export const languagesOf = (agenda: Agenda, requested: ReadonlyArray<string>): ReadonlyArray<string> => {
  const defaultLang = agenda.settings.contribution?.defaultLang
  return defaultLang === undefined || requested.includes(defaultLang) ? requested : [...requested, defaultLang]
}
