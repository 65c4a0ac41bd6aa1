/**
 * Dates as a format says them, but for the first of a month in French: that is an ordinal (`1er juin`), for which CLDR has no pattern. Dates
 * of other languages stay as CLDR has them, Italian's (`1 giugno`) too.
 *
 * @example
 * dateSayer(new Intl.DateTimeFormat("fr", { day: "numeric", month: "long" }))(Date.UTC(2030, 5, 1)) // "1er juin"
 */
export const dateSayer = (format: Intl.DateTimeFormat): (moment: number) => string => {
  const { locale, month } = format.resolvedOptions()
  // A day without its month is a leaf of a calendar, and no date.
  if (month === undefined || !/^fr\b/.test(locale)) return (moment) => format.format(moment)
  return (moment) => format.formatToParts(moment).map(({ type, value }) => type === "day" && value === "1" ? "1er" : value).join("")
}
