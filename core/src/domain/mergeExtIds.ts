import type { ExtId } from "./Event.js"

/**
 * External identifiers with those named in the place of the ones of the same key, new ones behind them; null takes one away
 * (wire.md §2, PATCH).
 *
 * @example
 * mergeExtIds([{ key: "erp", value: "1" }], [{ key: "erp", value: "2" }]) // [{ key: "erp", value: "2" }]
 */
export const mergeExtIds = (
  stored: ReadonlyArray<ExtId>,
  named: ReadonlyArray<{ readonly key: string; readonly value: string | null }>
): ReadonlyArray<ExtId> => {
  const values = new Map<string, string | null>([...stored, ...named].map(({ key, value }) => [key, value]))
  return [...values].flatMap(([key, value]) => value === null ? [] : [{ key, value }])
}
