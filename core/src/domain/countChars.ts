/**
 * How long a text is, in code points: what every limit on characters counts (wire.md §2).
 *
 * @example
 * countChars("né 🎉") // 4
 */
export const countChars = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
