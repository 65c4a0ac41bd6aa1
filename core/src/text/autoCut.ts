/** How many of the best scores `autoCut` looks at. */
export const cut_scores_max = 20

/** How large a drop has to be, as a part of the top score, for `autoCut` to cut there. */
export const default_cut_ratio = 0.5

/**
 * The score that an event has to reach under `threshold=auto` (wire.md §6): where the best scores, given in descending order, drop the most
 * from one to the next (the first of equal drops), and by at least `ratio` of the top score, the one before the drop; else 0, which
 * every match reaches. Scores beyond the first 20 are not looked at.
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
