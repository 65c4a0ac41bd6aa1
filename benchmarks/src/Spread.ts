/** The least, the middle and the greatest of some measurements. */
export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
}

/** The spread of at least one number. */
export const spreadOf = (numbers: ReadonlyArray<number>): Spread => {
  const sorted = [...numbers].sort((left, right) => left - right)
  const at = (index: number) => sorted[index] ?? NaN
  const middle = (sorted.length - 1) / 2
  return { min: at(0), median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, max: at(sorted.length - 1) }
}
