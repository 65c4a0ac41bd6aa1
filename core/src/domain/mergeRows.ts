import type { AvailabilityRow, AvailabilityRows } from "./AvailabilityRow.js"
import { parseInstant } from "./parseInstant.js"
import type { WrittenRow } from "./WrittenRow.js"

/** The result of merging written rows into stored ones. */
export interface MergedRows {
  readonly rows: AvailabilityRows
  /** The written rows that were applied, deletions included. */
  readonly applied: ReadonlyArray<WrittenRow>
  /** The written rows that were skipped as stale: the stored row (`known`) has a later `syncedAt`. */
  readonly stale: ReadonlyArray<WrittenRow & { readonly row: AvailabilityRow; readonly known: AvailabilityRow }>
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
export const mergeRows = (stored: AvailabilityRows, written: ReadonlyArray<WrittenRow>): MergedRows => {
  const slots = new Map(Object.entries(stored).map(([slot, rows]) => [slot, new Map(Object.entries(rows))]))
  const applied: Array<WrittenRow> = []
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
