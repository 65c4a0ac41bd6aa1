/**
 * The length of a text in code points, which all limits on characters use (wire.md §2).
 *
 * @example
 * countChars("né 🎉") // 4
 */
export const countChars = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}
