import type { FieldValue, FieldValues } from "./FieldValue.js"

/**
 * Values with those named in `changes` in the place of the ones there were; null takes one away. Always in order of code, so that the same
 * values are always the same text.
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
