import { quarterAround } from "./Stillness.js"

/** How long an event counts as recently added after it was published first: 30 days (wire.md §5, Agenda), in milliseconds. */
const recently_ms = 30 * 86_400_000

/**
 * When an event that counts as recently added at an instant was published first, both bounds included. They lie where quarters of an hour
 * begin and end, so that no count changes by time alone within one, nor with the clock of whoever published.
 */
export const recentlyAdded = (at: number): { readonly gte: number; readonly lte: number } => {
  const { from, until } = quarterAround(at)
  return { gte: from - recently_ms, lte: until - 1 }
}
