import type { FieldValue, FieldValues } from "./FieldValue.js"

/**
 * Merges field values: `changes` replace stored values, null removes one. The result is ordered by code, so that equal
 * values have equal JSON.
 */
export const mergeFieldValues = (
  values: FieldValues,
  changes: { readonly [code: string]: FieldValue | null } = {}
): FieldValues =>
  Object.fromEntries(
    Object.entries({ ...values, ...changes })
      .flatMap(([code, value]): ReadonlyArray<[string, FieldValue]> => value === null ? [] : [[code, value]])
      .toSorted(([left], [right]) => left < right ? -1 : 1)
  )
