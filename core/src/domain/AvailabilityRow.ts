import * as Schema from "effect/Schema"
import { slotStatuses } from "./Ticketing.js"

const text = Schema.optionalWith(Schema.String, { exact: true })
const count = Schema.optionalWith(Schema.Int.pipe(Schema.nonNegative()), { exact: true })

/**
 * Ticket availability of one slot, as one provider reports it (wire.md §8, Availability row). The slot's status at any
 * instant is derived from it. Instants are ISO 8601 with an offset, stored as received; `parseInstant` parses them.
 */
export const AvailabilityRow = Schema.Struct({
  /** When the connector queried the provider. A row older than the stored one is stale. */
  syncedAt: Schema.String,
  onSaleFrom: text,
  /** Not before `onSaleFrom`. */
  onSaleThrough: text,
  closedBySource: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Tickets left. */
  remaining: count,
  /** The slot is `limited` when `remaining` is at most this number. */
  lowStockThreshold: count,
  /** The slot's identifier in the ticketing system. */
  sourceRef: text,
  /** The status that the provider itself reports. */
  status: Schema.optionalWith(Schema.Literal(...slotStatuses), { exact: true })
}).annotations({ identifier: "AvailabilityRow" })
/** Ticket availability of one slot, as one provider reports it. */
export type AvailabilityRow = typeof AvailabilityRow.Type

/** The availability rows of one slot, by provider code. */
export const SlotRows = Schema.Record({ key: Schema.String, value: AvailabilityRow }).annotations({ identifier: "SlotRows" })
/** The availability rows of one slot, by provider code. */
export type SlotRows = typeof SlotRows.Type

/** The availability rows of an event, by slot id, then by provider code. Slots without rows are left out. */
export const AvailabilityRows = Schema.Record({ key: Schema.String, value: SlotRows }).annotations({ identifier: "AvailabilityRows" })
/** The availability rows of an event, by slot id, then by provider code. */
export type AvailabilityRows = typeof AvailabilityRows.Type
