/** The values behind a number or text that they are ordered by, at most `limit` of them. */
export const page = <A, K extends number | string>(
  values: Iterable<A>,
  placeOf: (value: A) => K,
  after: K,
  limit: number
): ReadonlyArray<A> =>
  Array.from(values)
    .filter((value) => placeOf(value) > after)
    .sort((left, right) => placeOf(left) < placeOf(right) ? -1 : 1)
    .slice(0, limit)
