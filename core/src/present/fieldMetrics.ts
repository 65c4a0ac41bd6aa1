import type { Count } from "../query/Tally.js"

/** Metrics of a numeric additional field over events; all null when no event has a value. */
export interface FieldMetrics {
  readonly sum: number | null
  readonly avg: number | null
  readonly min: number | null
  readonly max: number | null
}

/**
 * The metrics of counted numbers. They are summed in ascending order, so that floating-point sums are equal for every
 * store (wire.md §6).
 */
export const fieldMetrics = (counts: ReadonlyArray<Count>): FieldMetrics => {
  const numbers = counts
    .flatMap(({ count, value }) => typeof value === "number" ? [{ value, count }] : [])
    .sort((left, right) => left.value - right.value)
  const first = numbers[0]
  const last = numbers.at(-1)
  if (first === undefined || last === undefined) return { sum: null, avg: null, min: null, max: null }
  const sum = numbers.reduce((sum, { count, value }) => sum + value * count, 0)
  return { sum, avg: sum / numbers.reduce((total, { count }) => total + count, 0), min: first.value, max: last.value }
}
