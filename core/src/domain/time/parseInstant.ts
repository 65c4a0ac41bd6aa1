/** Parses ISO 8601 with an offset into epoch milliseconds; null when the text is invalid. */
export const parseInstant = (text: string): number | null => {
  // ISO 8601 allows a comma before the fraction of a second; `Date.parse` only accepts a full stop.
  const instant = Date.parse(text.replace(",", "."))
  return Number.isNaN(instant) ? null : instant
}
