import type { AvailabilityRow } from "./AvailabilityRow.js"

/** What is to become of the row of one slot and provider. */
export interface WrittenRow {
  readonly slot: string
  readonly provider: string
  /** Null forgets the one that there is. */
  readonly row: AvailabilityRow | null
}
