import { zoneOffset } from "./zoneOffset.js"

const day_ms = 86_400_000

/**
 * The instant (epoch milliseconds) at which the clocks of a zone show a local time, given as milliseconds since 1 January 1970 00:00 on the
 * same clock: the earlier of two, or moved forward by the gap where they never show it.
 *
 * @example
 * instantAtLocal(Date.UTC(2022, 9, 15, 17), "Europe/Paris") // 1665846000000
 */
export const instantAtLocal = (local: number, timezone: string): number => {
  const before = local - zoneOffset(timezone, local - day_ms)
  const after = local - zoneOffset(timezone, local + day_ms)
  const shown = [before, after].filter((instant) => instant + zoneOffset(timezone, instant) === local)
  return shown.length === 0 ? before : Math.min(...shown)
}
