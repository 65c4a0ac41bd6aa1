/** The largest UTC offsets in minutes that any time zone has had since standard time began. */
const ahead_minutes_max = 14 * 60
const behind_minutes_max = 12 * 60

/**
 * The UTC offset in minutes, negative behind UTC; null for an offset that no time zone has.
 *
 * @example
 * offsetMinutes("-", 5, 30) // -330
 */
export const offsetMinutes = (sign: "+" | "-", hours: number, minutes: number): number | null => {
  const length = hours * 60 + minutes
  if (minutes > 59 || length > (sign === "-" ? behind_minutes_max : ahead_minutes_max)) return null
  return sign === "-" ? -length : length
}
