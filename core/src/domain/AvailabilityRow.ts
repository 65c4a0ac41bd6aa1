import * as Schema from "effect/Schema"
import { slotStatuses } from "./Ticketing.js"

const text = Schema.optionalWith(Schema.String, { exact: true })
const count = Schema.optionalWith(Schema.Int.pipe(Schema.nonNegative()), { exact: true })

/**
 * What a provider says of the tickets of one slot: facts, from which its status follows at every instant (wire.md §8, Availability row).
 * Instants are ISO 8601 with an offset, as they were sent; `instantOf` reads them.
 */
export const AvailabilityRow = Schema.Struct({
  /** When the provider was asked: what was said earlier than what is known is stale. */
  syncedAt: Schema.String,
  onSaleFrom: text,
  /** Not before `onSaleFrom`. */
  onSaleThrough: text,
  closedBySource: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Tickets left. */
  remaining: count,
  /** With so many left or fewer the slot is limited. */
  lowStockThreshold: count,
  /** What the ticketing side calls the slot. */
  sourceRef: text,
  /** What the provider itself calls its status. */
  status: Schema.optionalWith(Schema.Literal(...slotStatuses), { exact: true })
}).annotations({ identifier: "AvailabilityRow" })
/** What a provider says of the tickets of one slot. */
export type AvailabilityRow = typeof AvailabilityRow.Type

/** The rows of one slot, by provider. */
export const SlotRows = Schema.Record({ key: Schema.String, value: AvailabilityRow }).annotations({ identifier: "SlotRows" })
/** The rows of one slot, by provider. */
export type SlotRows = typeof SlotRows.Type

/** The rows of an event, by slot id, then by provider. Slots without any are left out. */
export const AvailabilityRows = Schema.Record({ key: Schema.String, value: SlotRows }).annotations({ identifier: "AvailabilityRows" })
/** The rows of an event, by slot id, then by provider. */
export type AvailabilityRows = typeof AvailabilityRows.Type
