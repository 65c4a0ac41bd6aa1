import type { AgeRange } from "../domain/Event.js"
import type { Interval, Slot } from "../domain/Timing.js"
import type { AvailabilityInterval } from "./AvailabilityInterval.js"
import type { SearchDocument } from "./SearchDocument.js"

/** The narrow part of a stored event: what lists are ordered, filtered and shown by. Instants in epoch milliseconds. */
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
  /** When it was published for the first time; null when it never was. */
  readonly publishedAt: number | null
  readonly version: number
  /** When what providers say of its tickets was last changed; null when they never said anything. Moves apart from `updatedAt`. */
  readonly availabilityUpdatedAt: number | null
  /** The slot that begins first. */
  readonly first: Interval
  /** The slot that begins last, which is also the one that ends last. */
  readonly last: Interval
  /** JSON text: the part of the public content that the default list item shows. */
  readonly summary: string
}

/** The wide part of a stored event: what only detailed reads need. */
export interface EventBody {
  /** In order of `begin`, never overlapping, at least one. */
  readonly slots: ReadonlyArray<Slot>
  /** Ids of slots that were deleted; none of them is ever given out again in this event. */
  readonly retiredSlotIds: ReadonlyArray<string>
  /** Each unique in the event's agenda. */
  readonly extIds: ReadonlyArray<{ readonly key: string; readonly value: string }>
  /** JSON text: the rest of the public content. */
  readonly detail: string
  /** JSON text: `AvailabilityRows`, of its slots only. */
  readonly availability: string
}

/** A stored event, whole. */
export interface EventRecord extends EventHead, EventBody {}

/**
 * What sort of value an event has several of. A field is an additional field of the agenda, by its code: its choices by option id, a boolean
 * as `true` or `false`, a text folded whole, and a text that is not compared as "" (there is one). `pricing` is that of all its offers
 * together, which is one value; an event with neither offers nor a row of availability has none.
 */
export type Dimension = "keyword" | "language" | "accessibility" | "pricing" | `field:${string}`

/** One of the values that an event has in a dimension. */
export interface EventTerm {
  readonly dimension: Dimension
  /** What is compared: folded, where the dimension holds text. */
  readonly value: string
  /** How the event spells it: what is shown. */
  readonly spelling: string
}

/** What a store indexes beside the record itself. Made by the engine, never shown. */
export interface EventIndex {
  /** At most one for each dimension and value. */
  readonly terms: ReadonlyArray<EventTerm>
  /** The numbers in additional fields, at most one for each. */
  readonly numbers: ReadonlyArray<{ readonly dimension: Dimension; readonly value: number }>
  /** Null where neither end is set: then no age filter finds the event. */
  readonly age: AgeRange | null
  /** The words of its keywords, folded, each once: an agenda is found by those of its published events. */
  readonly words: ReadonlyArray<string>
  readonly search: SearchDocument
  /** Where its tickets stand, end to end over all time; none where it has neither offers nor a row of availability. */
  readonly availability: ReadonlyArray<AvailabilityInterval>
}

/** What changes of a stored event when availability alone does. */
export interface EventAvailability {
  /** `EventHead.availabilityUpdatedAt` from now on. */
  readonly updatedAt: number
  /** `EventBody.availability` from now on. */
  readonly rows: string
  /** `EventIndex.availability` from now on; null: as it is. */
  readonly intervals: EventIndex["availability"] | null
}

/** What changes of a stored event when the time zone that it follows does. */
export interface EventTimezone extends Pick<EventRecord, "agendaUid" | "summary" | "timezone" | "uid"> {
  /** Where it has to be still. */
  readonly locationUid: number
}

/** Who reads: everybody, or only those who read every state. */
export type Audience = "public" | "privileged"

/** Who a tombstone is for: an audience, or the contributor of an event that was not published when it was removed. */
export type TombstoneAudience = Audience | `contributor:${number}`

/** The audience of tombstones that one contributor alone may read. */
export const contributorAudience = (userUid: number): TombstoneAudience => `contributor:${userUid}`

/** What is left of an event for an audience that may no longer read it. */
export interface Tombstone {
  readonly agendaUid: number
  readonly uid: number
  readonly audience: TombstoneAudience
  /** When it went from this audience's sight, epoch milliseconds. */
  readonly removedAt: number
}

/** What calendars need of an event that the public may no longer read, kept with its public tombstone: that its slots do not take place. */
export interface Withdrawal {
  /** What it was addressed by. */
  readonly slug: string
  /** Above every version that the public saw. */
  readonly version: number
  /** JSON text: the slots (`Slot`) that were public and not over when it went, at least one. */
  readonly slots: string
  /** When the last of those ends, epoch milliseconds. */
  readonly lastEnd: number
}

/** A withdrawal with the event that it is of, and when that was withdrawn. */
export interface Withdrawn extends Pick<Tombstone, "removedAt" | "uid">, Withdrawal {}

/** Which withdrawals of an agenda are wanted. */
export interface WithdrawalQuery {
  /** Those of events with this slug; null: of any. */
  readonly slug: string | null
  /** Those whose `lastEnd` is after this instant. */
  readonly endsAfter: number
  readonly limit: number
}

/** How one event of an agenda is named. */
export type EventRef =
  | { readonly _tag: "Uid"; readonly uid: number }
  | { readonly _tag: "Slug"; readonly slug: string }
  | { readonly _tag: "ExtId"; readonly key: string; readonly value: string }
