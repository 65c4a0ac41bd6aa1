/** The instant that a text of ISO 8601 with an offset says, epoch milliseconds; null where it says none. */
export const instantOf = (text: string): number | null => {
  // ISO 8601 parts seconds and fraction by either; `Date` knows the full stop.
  const at = Date.parse(text.replace(",", "."))
  return Number.isNaN(at) ? null : at
}
