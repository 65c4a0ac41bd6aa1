import { quarterAround } from "./Stillness.js"

/** How long an event counts as recently added after it was published first: 30 days (wire.md §5, Agenda), in milliseconds. */
const recently_ms = 30 * 86_400_000

/**
 * When an event that counts as recently added at an instant was published first, both bounds included. It begins with a quarter of an hour, so
 * that no count changes by time alone within one.
 */
export const recentlyAdded = (at: number): { readonly gte: number; readonly lte: number } => ({
  gte: quarterAround(at).from - recently_ms,
  lte: at
})
