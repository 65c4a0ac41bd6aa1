import type { Accessibility, AgeRange, AttendanceMode, EventImage, EventState, EventStatus, Registration } from "../domain/Event.js"
import type { MultilingualKeywords, MultilingualText } from "../domain/MultilingualText.js"
import type { LocationUid } from "../domain/Uid.js"
import type { WrittenSlot } from "../domain/WrittenSlot.js"

/** An external identifier as it was written; `value` null removes it (PATCH only). */
export interface WrittenExtId {
  readonly key: string
  readonly value: string | null
}

/**
 * What a body says an event shall be. An absent member is left alone.
 * After a create or a full update every content member is there but `image` and `extIds`, which are there only when they were sent.
 */
export interface EventDraft {
  readonly title?: MultilingualText
  readonly description?: MultilingualText
  readonly longDescription?: MultilingualText
  readonly conditions?: MultilingualText
  readonly keywords?: MultilingualKeywords
  /** Null takes the picture away; a picture as it was read is left alone, so absent. */
  readonly image?: EventImage | null
  readonly imageCredits?: string | null
  readonly attendanceMode?: AttendanceMode
  readonly onlineAccessLink?: string | null
  readonly status?: EventStatus
  /** Whether it exists is for the service to find out. */
  readonly locationUid?: LocationUid | null
  readonly accessibility?: Accessibility
  readonly age?: AgeRange
  readonly registration?: ReadonlyArray<Registration>
  /** Null: the location's, else the default. */
  readonly timezone?: string | null
  /** In order of begin, never overlapping, at least one. */
  readonly timings?: ReadonlyArray<WrittenSlot>
  /** After a create or full update the whole list; after a PATCH what to merge by key. */
  readonly extIds?: ReadonlyArray<WrittenExtId>
  readonly state?: EventState
  readonly featured?: boolean
  /** On create only. */
  readonly slug?: string
  /** Why the state was changed. */
  readonly motive?: string
}
