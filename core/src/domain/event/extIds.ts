import type { ExtId } from "./Event.js"

/**
 * Merges external identifiers by key (wire.md §2, PATCH): replaces those with the same key, appends new ones, and
 * removes those set to null.
 *
 * @example
 * mergeExtIds([{ key: "erp", value: "1" }], [{ key: "erp", value: "2" }]) // [{ key: "erp", value: "2" }]
 */
export const mergeExtIds = (
  stored: ReadonlyArray<ExtId>,
  changes: ReadonlyArray<{ readonly key: string; readonly value: string | null }>
): ReadonlyArray<ExtId> => {
  const values = new Map<string, string | null>([...stored, ...changes].map(({ key, value }) => [key, value]))
  return [...values].flatMap(([key, value]) => value === null ? [] : [{ key, value }])
}
