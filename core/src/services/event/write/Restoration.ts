import type { JsonObject } from "../../../domain/text/Json.js"

/** Members of an import line beside the body. Uid and slug apply only when they are free, and only to a new event. */
export interface Restoration {
  /** Finds the event when no external identifier is given. */
  readonly uid?: number | undefined
  /** Finds the event, and becomes one of its external identifiers. */
  readonly extId?: { readonly key: string; readonly value: string } | undefined
  readonly slug?: string | undefined
  readonly createdAt?: number | undefined
  /**
   * Epoch milliseconds. An instant older than the agenda's last change would hide the event from clients that poll by
   * `updatedAt` (wire.md §5), so it applies only while the agenda has no changes.
   */
  readonly updatedAt?: number | undefined
  /** As `updatedAt`, for its availability. */
  readonly availabilityUpdatedAt?: number | undefined
  /** Retired slot ids, beside the stored ones; none is assigned again. */
  readonly retiredSlotIds?: ReadonlyArray<string> | undefined
  /** Availability rows, as the body of a PATCH of availability. Rows older than the stored ones are skipped. */
  readonly availability?: JsonObject | undefined
  /**
   * Whether the time zone of the body was named, although it may equal the location's. Absent: it was, if the two
   * differ.
   */
  readonly timezoneNamed?: boolean | undefined
}
