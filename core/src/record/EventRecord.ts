import type { AgeRange } from "../domain/event/Event.js"
import type { Interval, Slot } from "../domain/event/Timing.js"
import type { AvailabilityInterval } from "./AvailabilityInterval.js"
import type { SearchDocument } from "./SearchDocument.js"

/** The columns of a stored event that lists sort, filter and show. Instants in epoch milliseconds. */
export interface EventHead {
  readonly uid: number
  readonly agendaUid: number
  /** Unique over all events. */
  readonly slug: string
  readonly state: number
  readonly featured: boolean
  readonly status: number
  readonly attendanceMode: number
  readonly locationUid: number | null
  readonly contributorUid: number | null
  readonly timezone: string
  readonly createdAt: number
  readonly updatedAt: number
  /** First publication; null when never published. */
  readonly publishedAt: number | null
  readonly version: number
  /** Last change of ticket availability; null when there never was any. Independent of `updatedAt`. */
  readonly availabilityUpdatedAt: number | null
  /** The slot that begins first. */
  readonly first: Interval
  /** The slot that begins last, which is also the one that ends last. */
  readonly last: Interval
  /** JSON text (`EventSummary`): the public content that the default list item shows. */
  readonly summary: string
}

/** The columns of a stored event that only detailed reads need. */
export interface EventBody {
  /** Ordered by `begin`, not overlapping, at least one. */
  readonly slots: ReadonlyArray<Slot>
  /** Ids of deleted slots, never reused in this event. */
  readonly retiredSlotIds: ReadonlyArray<string>
  /** Unique in the event's agenda. */
  readonly extIds: ReadonlyArray<{ readonly key: string; readonly value: string }>
  /** JSON text (`EventDetail`): the rest of the public content. */
  readonly detail: string
  /** JSON text: `AvailabilityRows` of the event's current slots. */
  readonly availability: string
}

/** A stored event. */
export interface EventRecord extends EventHead, EventBody {}

/**
 * The dimension of a multi-valued index term.
 *
 * `field:…` is an additional field by its code. Its values are option ids, `true` or `false`, or folded texts; a text
 * that is not compared is "", which marks that it exists. `pricing` has one value, over all offers; an event with
 * neither offers nor availability rows has none.
 */
export type Dimension = "keyword" | "language" | "accessibility" | "pricing" | `field:${string}`

/** One index term: a value of an event in a dimension. */
export interface EventTerm {
  readonly dimension: Dimension
  /** The value that filters compare: folded in text dimensions. */
  readonly value: string
  /** The original spelling, for display. */
  readonly spelling: string
}

/** The index data of an event, derived by the engine; stores index it beside the record and never return it. */
export interface EventIndex {
  /** At most one per dimension and value. */
  readonly terms: ReadonlyArray<EventTerm>
  /** Values of number fields, at most one per field. */
  readonly numbers: ReadonlyArray<{ readonly dimension: Dimension; readonly value: number }>
  /** Null when neither bound is set; no age filter matches then. */
  readonly age: AgeRange | null
  /** The keys of its keywords (`wordKeys`): agenda search matches those of an agenda's published events. */
  readonly words: ReadonlyArray<string>
  readonly search: SearchDocument
  /**
   * Ticket availability as contiguous intervals over all time; empty when the event has neither offers nor availability
   * rows.
   */
  readonly availability: ReadonlyArray<AvailabilityInterval>
}

/** An update of only an event's ticket availability. */
export interface EventAvailability {
  /** The new `EventHead.availabilityUpdatedAt`. */
  readonly updatedAt: number
  /** The new `EventBody.availability`. */
  readonly rows: string
  /** The new `EventIndex.availability`. Absent: unchanged. */
  readonly intervals?: EventIndex["availability"]
}

/** An update of only an event's time zone, when that of its location changes. */
export interface EventTimezone extends Pick<EventRecord, "agendaUid" | "summary" | "timezone" | "uid"> {
  /** Precondition: the event must still be at this location. */
  readonly locationUid: number
}

/** A class of readers: everyone, or those who may read every state. */
export type Audience = "public" | "privileged"

/**
 * The readers that a tombstone is for: an audience, or the contributor of an event that was unpublished when removed.
 */
export type TombstoneAudience = Audience | `contributor:${number}`

/** The tombstone audience of one contributor. */
export const contributorAudience = (userUid: number): TombstoneAudience => `contributor:${userUid}`

/** The marker of an event that an audience can no longer read. */
export interface Tombstone {
  readonly agendaUid: number
  readonly uid: number
  readonly audience: TombstoneAudience
  /** When this audience lost access, epoch milliseconds. */
  readonly removedAt: number
}

/**
 * The data that lets calendars cancel the slots of an event that is no longer public; stored with its public tombstone.
 */
export interface Withdrawal {
  /** The event's former slug. */
  readonly slug: string
  /** Greater than every version that was public. */
  readonly version: number
  /** JSON text: the slots (`Slot`) that were public and had not ended at withdrawal, at least one. */
  readonly slots: string
  /** End of the last of these slots, epoch milliseconds. */
  readonly lastEnd: number
}

/** A withdrawal with its event and its instant. */
export interface Withdrawn extends Pick<Tombstone, "removedAt" | "uid">, Withdrawal {}

/** A query for an agenda's withdrawals. */
export interface WithdrawalQuery {
  /** The slug of their event; null for any. */
  readonly slug: string | null
  /** Only withdrawals whose `lastEnd` is after this instant. */
  readonly endsAfter: number
  readonly limit: number
}

/** A reference to an event of an agenda. */
export type EventRef =
  | { readonly _tag: "Uid"; readonly uid: number }
  | { readonly _tag: "Slug"; readonly slug: string }
  | { readonly _tag: "ExtId"; readonly key: string; readonly value: string }

/** The index dimension of an additional field. */
export const dimensionOf = ({ field }: { readonly field: string }): Dimension => `field:${field}`
