/** The instant that a text of ISO 8601 with an offset says, epoch milliseconds; null where it says none. */
export const instantOf = (text: string): number | null => {
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}
