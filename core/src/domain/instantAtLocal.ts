import { zoneOffset } from "./zoneOffset.js"

const day_ms = 86_400_000

/**
 * The instant (epoch milliseconds) of a local time in a time zone. `local` is in milliseconds since 1 January 1970
 * 00:00 on the zone's clock. Of two candidates, the earlier one; a local time in a gap moves forward by the gap.
 *
 * @example
 * instantAtLocal(Date.UTC(2022, 9, 15, 17), "Europe/Paris") // 1665846000000
 */
export const instantAtLocal = (local: number, timezone: string): number => {
  const before = local - zoneOffset(timezone, local - day_ms)
  const after = local - zoneOffset(timezone, local + day_ms)
  const candidates = [before, after].filter((instant) => instant + zoneOffset(timezone, instant) === local)
  return candidates.length === 0 ? before : Math.min(...candidates)
}
