/**
 * The instant of the next change of an agenda, epoch milliseconds: now, or 1 ms behind the last change (`changedAt`) while the clock stands before
 * it, as after it was set back. Changes then do not share one instant (wire.md §5, `updatedAt`).
 */
export const nextInstant = (now: number, changedAt: number): number => now >= changedAt ? now : changedAt + 1
