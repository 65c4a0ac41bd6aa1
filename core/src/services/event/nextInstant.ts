/**
 * The instant of an agenda's next change, in epoch milliseconds: `now`, or `changedAt` + 1 when the clock is behind the
 * last change, as after it was set back. Two changes then never share an instant (wire.md §5, `updatedAt`).
 */
export const nextInstant = (now: number, changedAt: number): number => now >= changedAt ? now : changedAt + 1
