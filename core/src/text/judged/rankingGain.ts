const discount = (rank: number): number => Math.log2(rank + 2)

const cumulate = (grades: ReadonlyArray<number>): number => grades.reduce((sum, grade, rank) => sum + (2 ** grade - 1) / discount(rank), 0)

/**
 * The normalised discounted cumulative gain of a ranking (nDCG): 1 when what is judged best comes first, 0 when nothing of use comes at
 * all. `found` holds ids, best first; a hit gains 2^grade - 1, divided by log2(rank + 1); only the first `depth` ranks count.
 */
export const rankingGain = (found: ReadonlyArray<number>, grades: { readonly [id: number]: number }, depth = 10): number => {
  const ideal = cumulate(Object.values(grades).toSorted((left, right) => right - left).slice(0, depth))
  return ideal === 0 ? 0 : cumulate(found.slice(0, depth).map((id) => grades[id] ?? 0)) / ideal
}
