/** Minutes that local time is ahead of UTC, or behind it, at most: what zones have had since there are standard times. */
const ahead_minutes_max = 14 * 60
const behind_minutes_max = 12 * 60

/**
 * How many minutes a written offset puts local time ahead of UTC, negative when behind; null for an offset that no zone has.
 *
 * @example
 * offsetMinutes("-", 5, 30) // -330
 */
export const offsetMinutes = (sign: "+" | "-", hours: number, minutes: number): number | null => {
  const length = hours * 60 + minutes
  if (minutes > 59 || length > (sign === "-" ? behind_minutes_max : ahead_minutes_max)) return null
  return sign === "-" ? -length : length
}
