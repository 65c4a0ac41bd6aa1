import type { EventStatus } from "@agenda-engine/core/domain/event/Event"
import type { Availability } from "@agenda-engine/core/domain/ticketing/Ticketing"

/** Texts of the public pages in one language. */
export interface PageTexts {
  /** The language's own name. */
  readonly language: string
  readonly languages: string
  readonly skip: string
  readonly search: string
  readonly searchIn: string
  readonly day: string
  readonly place: string
  readonly keyword: string
  /** Any value of a filter. */
  readonly any: string
  readonly filter: string
  readonly unfilter: string
  readonly results: (count: number) => string
  readonly none: string
  readonly upcoming: string
  readonly months: string
  readonly pages: string
  readonly previous: string
  readonly next: string
  /** Says that all days of a list are those of one time zone. */
  readonly daysIn: (timezone: string) => string
  readonly pageOf: (page: number, pages: number) => string
  readonly featured: string
  readonly moreDates: (count: number) => string
  readonly when: string
  readonly dates: string
  readonly allDates: (count: number) => string
  readonly pastDates: (count: number) => string
  readonly past: string
  readonly where: string
  readonly map: string
  readonly online: string
  readonly join: string
  readonly tickets: string
  readonly bookAt: (provider: string) => string
  readonly free: string
  readonly from: (price: string) => string
  readonly asYouLike: string
  readonly onSaleFrom: (when: string) => string
  readonly onSaleThrough: (when: string) => string
  readonly calendar: string
  readonly allToCalendar: string
  readonly subscribe: string
  readonly conditions: string
  readonly registration: string
  readonly ages: string
  readonly age: (min: number | null, max: number | null) => string
  readonly accessibility: string
  readonly accessible: { readonly hi: string; readonly vi: string; readonly pi: string; readonly mi: string; readonly ii: string }
  readonly keywords: string
  readonly yes: string
  readonly no: string
  readonly about: string
  readonly credits: string
  readonly backTo: (agenda: string) => string
  readonly agendas: string
  readonly imprint: string
  readonly accessibilityStatement: string
  readonly missing: string
  readonly missingWhy: string
  readonly status: {
    readonly [S in EventStatus]: string
  }
  readonly availability: {
    readonly [A in Availability]: string
  }
}
