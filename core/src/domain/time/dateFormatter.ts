/**
 * Formats dates like `format`, except that French shows the first of a month as an ordinal (`1er juin`), for which CLDR
 * has no pattern. Other languages are unchanged, Italian (`1 giugno`) included.
 *
 * @example
 * dateFormatter(new Intl.DateTimeFormat("fr", { day: "numeric", month: "long" }))(Date.UTC(2030, 5, 1)) // "1er juin"
 */
export const dateFormatter = (format: Intl.DateTimeFormat): (moment: number) => string => {
  const { locale, month } = format.resolvedOptions()
  // A day without a month is a calendar cell, not a date.
  if (month === undefined || !/^fr\b/.test(locale)) return (moment) => format.format(moment)
  return (moment) => format.formatToParts(moment).map(({ type, value }) => type === "day" && value === "1" ? "1er" : value).join("")
}
