import type { AvailabilityRow, AvailabilityRows } from "./AvailabilityRow.js"
import { instantOf } from "./instantOf.js"
import type { WrittenRow } from "./WrittenRow.js"

/** What came of writing rows over others. */
export interface MergedRows {
  readonly rows: AvailabilityRows
  /** Those that are as they were written, or forgotten. */
  readonly applied: ReadonlyArray<WrittenRow>
  /** Those that were skipped because what was stored was asked for later, which is `known`. */
  readonly stale: ReadonlyArray<WrittenRow & { readonly row: AvailabilityRow; readonly known: AvailabilityRow }>
}

const isOlder = (row: AvailabilityRow, known: AvailabilityRow): boolean =>
  (instantOf(row.syncedAt) ?? Number.NEGATIVE_INFINITY) < (instantOf(known.syncedAt) ?? Number.NEGATIVE_INFINITY)

/**
 * The rows of an event with others written over them, each whole; one whose `syncedAt` is older than that of the one there is skipped
 * (wire.md §8, PATCH availability).
 *
 * @example
 * mergeRows({ a1B2c: { mapado: row } }, [{ slot: "a1B2c", provider: "mapado", row: null }]).rows // {}
 */
export const mergeRows = (known: AvailabilityRows, written: ReadonlyArray<WrittenRow>): MergedRows => {
  const slots = new Map(Object.entries(known).map(([slot, rows]) => [slot, new Map(Object.entries(rows))]))
  const applied: Array<WrittenRow> = []
  const stale: Array<MergedRows["stale"][number]> = []
  for (const { provider, row, slot } of written) {
    const rows = slots.get(slot) ?? new Map<string, AvailabilityRow>()
    const before = rows.get(provider)
    if (row !== null && before !== undefined && isOlder(row, before)) {
      stale.push({ slot, provider, row, known: before })
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
