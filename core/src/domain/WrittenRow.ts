import type { AvailabilityRow } from "./AvailabilityRow.js"

/** A write of the availability row of one slot and provider. */
export interface WrittenRow {
  readonly slot: string
  readonly provider: string
  /** Null deletes the stored row. */
  readonly row: AvailabilityRow | null
}
