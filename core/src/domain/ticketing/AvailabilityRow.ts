import * as Schema from "effect/Schema"
import { parseInstant } from "../time/parseInstant.js"
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

/** A write of the availability row of one slot and provider. */
export interface RowWrite {
  readonly slot: string
  readonly provider: string
  /** Null deletes the stored row. */
  readonly row: AvailabilityRow | null
}

/** The result of merging written rows into stored ones. */
export interface MergedRows {
  readonly rows: AvailabilityRows
  /** The written rows that were applied, deletions included. */
  readonly applied: ReadonlyArray<RowWrite>
  /** The written rows that were skipped as stale: the stored row (`known`) has a later `syncedAt`. */
  readonly stale: ReadonlyArray<RowWrite & { readonly row: AvailabilityRow; readonly known: AvailabilityRow }>
}

const isOlder = (row: AvailabilityRow, known: AvailabilityRow): boolean =>
  (parseInstant(row.syncedAt) ?? Number.NEGATIVE_INFINITY) < (parseInstant(known.syncedAt) ?? Number.NEGATIVE_INFINITY)

/**
 * Merges written availability rows into stored ones, each row as a whole. A row whose `syncedAt` is older than the
 * stored one is skipped (wire.md §8, PATCH availability).
 *
 * @example
 * mergeRows({ a1B2c: { mapado: row } }, [{ slot: "a1B2c", provider: "mapado", row: null }]).rows // {}
 */
export const mergeRows = (stored: AvailabilityRows, written: ReadonlyArray<RowWrite>): MergedRows => {
  const slots = new Map(Object.entries(stored).map(([slot, rows]) => [slot, new Map(Object.entries(rows))]))
  const applied: Array<RowWrite> = []
  const stale: Array<MergedRows["stale"][number]> = []
  for (const { provider, row, slot } of written) {
    const rows = slots.get(slot) ?? new Map<string, AvailabilityRow>()
    const current = rows.get(provider)
    if (row !== null && current !== undefined && isOlder(row, current)) {
      stale.push({ slot, provider, row, known: current })
      continue
    }
    if (row === null) rows.delete(provider)
    else rows.set(provider, row)
    slots.set(slot, rows)
    applied.push({ slot, provider, row })
  }
  const rows = Object.fromEntries([...slots].flatMap(([slot, rows]) => rows.size === 0 ? [] : [[slot, Object.fromEntries(rows)]]))
  return { rows, applied, stale }
}
