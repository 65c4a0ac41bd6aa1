import type { AdditionalField } from "./AdditionalField.js"
import type { Agenda } from "./Agenda.js"
import type { AvailabilityRows } from "./AvailabilityRow.js"
import type { Event } from "./Event.js"
import type { Location } from "./Location.js"

/** An event with all that pages, calendars and structured data say of it. */
export interface Publication {
  readonly agenda: Agenda
  /** The additional fields of the agenda that whoever reads may read, in their order; the event has values of no others. */
  readonly fields: ReadonlyArray<AdditionalField>
  readonly event: Event
  /** Null: it is online only, or its location is gone. */
  readonly location: Location | null
  readonly rows: AvailabilityRows
}

/** The languages to show an agenda's texts in: those that were asked for, then the agenda's own. */
export const languagesOf = (agenda: Agenda, asked: ReadonlyArray<string>): ReadonlyArray<string> => {
  const own = agenda.settings.contribution?.defaultLang
  return own === undefined || asked.includes(own) ? asked : [...asked, own]
}
