/**
 * The Damerau–Levenshtein distance of two words in code points, with adjacent transpositions as one edit; null when it
 * is more than `max`.
 *
 * @example
 * editDistance("cocnert", "concert", 1) // 1
 */
export const editDistance = (left: string, right: string, max: number): number | null => {
  const from = Array.from(left)
  const to = Array.from(right)
  if (Math.abs(from.length - to.length) > max) return null
  let beforeLast: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of from.entries()) {
    const row = [index + 1]
    for (const [column, other] of to.entries()) {
      const isEqual = letter === other
      const swapped = !isEqual && index > 0 && column > 0 && letter === to[column - 1] && from[index - 1] === other
      row.push(Math.min(
        (last[column] ?? 0) + (isEqual ? 0 : 1),
        (last[column + 1] ?? 0) + 1,
        (row[column] ?? 0) + 1,
        swapped ? (beforeLast[column - 1] ?? 0) + 1 : Infinity
      ))
    }
    if (Math.min(...row) > max && Math.min(...last) > max) return null
    beforeLast = last
    last = row
  }
  const distance = last[to.length] ?? 0
  return distance <= max ? distance : null
}
