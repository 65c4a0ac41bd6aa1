/** How long an event counts as recently added after it was published first: 30 days (wire.md §5, Agenda), in milliseconds. */
const recently_ms = 30 * 86_400_000

/** The instants that count as recent at an instant, both bounds included. */
export const recentlyAdded = (at: number): { readonly gte: number; readonly lte: number } => ({ gte: at - recently_ms, lte: at })
