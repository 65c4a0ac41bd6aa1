/** The locale by which days, numbers and prices are written in a language of pages: English puts the day before the month. */
export const localeOf = (lang: string): string => lang === "en" ? "en-GB" : lang
