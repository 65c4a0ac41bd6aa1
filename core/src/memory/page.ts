/** Keyset pagination: the values whose key is greater than `after`, ordered by key; at most `limit`. */
export const page = <A, K extends number | string>(
  values: Iterable<A>,
  keyOf: (value: A) => K,
  after: K,
  limit: number
): ReadonlyArray<A> =>
  Array.from(values)
    .filter((value) => keyOf(value) > after)
    .sort((left, right) => keyOf(left) < keyOf(right) ? -1 : 1)
    .slice(0, limit)
