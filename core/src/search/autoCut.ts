/** Number of top scores that `autoCut` considers. */
export const cut_scores_max = 20

/** Minimum drop for `autoCut`, as a fraction of the top score. */
export const default_cut_ratio = 0.5

/**
 * The minimum score under `threshold=auto` (wire.md §6). `scores` are the best scores in descending order; only the
 * first 20 count. Finds the largest drop between neighbours, the first one on ties. If the drop is at least `ratio` of
 * the top score, returns the score before it. Else returns 0, which every match reaches.
 *
 * @example
 * autoCut([32, 30, 8, 6]) // 30
 * autoCut([32, 24, 16, 8]) // 0
 */
export const autoCut = (scores: ReadonlyArray<number>, ratio = default_cut_ratio): number => {
  const [top = 0] = scores
  if (top <= 0) return 0
  let cut = 0
  let largest = 0
  scores.slice(1, cut_scores_max).forEach((score, index) => {
    const before = scores[index] ?? score
    if (before - score <= largest) return
    largest = before - score
    cut = before
  })
  return largest > 0 && largest / top >= ratio ? cut : 0
}
