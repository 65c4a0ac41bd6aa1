import { quarterHourAround } from "./Transitions.js"

/**
 * How long an event counts as recently added after its first publication: 30 days (wire.md §5, Agenda), in
 * milliseconds.
 */
const recently_ms = 30 * 86_400_000

/**
 * The inclusive range of first publication that counts as recently added at an instant. Bounds are aligned to quarters
 * of an hour, so that counts are stable within one and do not depend on the clock of the publisher.
 */
export const recentlyAdded = (at: number): { readonly gte: number; readonly lte: number } => {
  const { from, until } = quarterHourAround(at)
  return { gte: from - recently_ms, lte: until - 1 }
}
