import { remembering } from "@agenda-engine/core/domain/remembering"
import { localeOf } from "./localeOf.js"
import { pageLanguages } from "./PageTexts.js"

const formatted = remembering(
  pageLanguages.length,
  (lang) => new Intl.NumberFormat(localeOf(lang), { maximumFractionDigits: 20 })
)

/** A number as people write it, with all its decimals: `1 250,5`. */
export const sayNumber = (value: number, lang: string): string => formatted(lang).format(value)
