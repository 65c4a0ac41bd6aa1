import type { Accessibility, AgeRange, AttendanceMode, EventState, EventStatus, Registration } from "../domain/Event.js"
import type { FieldValue } from "../domain/FieldValue.js"
import type { Image } from "../domain/Image.js"
import type { WrittenOffers } from "../domain/mergeOffers.js"
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
 * After a create or a full update every content member is there but `image`, `extIds` and `offers`, which are there only when they were sent.
 */
export interface EventDraft {
  readonly title?: MultilingualText | undefined
  readonly description?: MultilingualText | undefined
  /** As it was written, HTML or markdown; what is stored of it is for the service to settle. */
  readonly longDescription?: MultilingualText | undefined
  readonly conditions?: MultilingualText | undefined
  readonly keywords?: MultilingualKeywords | undefined
  /** Null takes the picture away; a picture as it was read is left alone, so absent. */
  readonly image?: Image | null | undefined
  readonly imageCredits?: string | null | undefined
  readonly attendanceMode?: AttendanceMode | undefined
  readonly onlineAccessLink?: string | null | undefined
  readonly status?: EventStatus | undefined
  /** Whether it exists is for the service to find out. */
  readonly locationUid?: LocationUid | null | undefined
  readonly accessibility?: Accessibility | undefined
  readonly age?: AgeRange | undefined
  readonly registration?: ReadonlyArray<Registration> | undefined
  /** Null: the location's, else the default. */
  readonly timezone?: string | null | undefined
  /** In order of begin, never overlapping, at least one. */
  readonly timings?: ReadonlyArray<WrittenSlot> | undefined
  /** After a create or full update the whole list; after a PATCH what to merge by key. */
  readonly extIds?: ReadonlyArray<WrittenExtId> | undefined
  /** After a create or full update the whole list; after a PATCH what to merge by provider. */
  readonly offers?: ReadonlyArray<WrittenOffers> | undefined
  /** Additional fields by code; null takes the value away. Markup is as it was written, as the long description is. */
  readonly fields?: { readonly [code: string]: FieldValue | null } | undefined
  readonly state?: EventState | undefined
  readonly featured?: boolean | undefined
  /** Why the state changes; null: it is not said. */
  readonly motive?: string | null | undefined
  /** On create only. */
  readonly slug?: string | undefined
}
