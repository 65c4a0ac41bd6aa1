import { memoize } from "@agenda-engine/core/domain/memoize"
import { localeOf } from "./localeOf.js"
import { pageLanguages } from "./PageTexts.js"

const formatted = memoize(
  pageLanguages.length,
  (lang) => new Intl.NumberFormat(localeOf(lang), { maximumFractionDigits: 20 })
)

/** Formats a number in the language, with all decimals: `1 250,5`. */
export const formatNumber = (value: number, lang: string): string => formatted(lang).format(value)
