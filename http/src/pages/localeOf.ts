/** Locale for dates, numbers and prices; English uses `en-GB`, with the day before the month. */
export const localeOf = (lang: string): string => lang === "en" ? "en-GB" : lang
