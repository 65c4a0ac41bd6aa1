import { chosenLanguage, type MultilingualText } from "@agenda-engine/core/domain/text/MultilingualText"
import { directionOf } from "@agenda-engine/core/domain/text/textDirection"
import { type Html, html } from "../Html.js"
import type { PageContext } from "../PageContext.js"

/** A text with its language. */
export interface LocalText {
  readonly text: string
  readonly lang: string
}

/** The text in the preferred language, else in the first available one; null when there is none. */
export const localText = (values: MultilingualText, { languages }: PageContext): LocalText | null => {
  const lang = chosenLanguage(values, languages)
  const text = lang === undefined ? undefined : values[lang]
  return lang === undefined || text === undefined || text === "" ? null : { text, lang }
}

/** Attributes `lang` and `dir` of a language. */
export const langAttributes = (lang: string): Html => html` lang="${lang}" dir="${directionOf(lang)}"`

/** `lang` and `dir` for a text in another language than the page (WCAG 2.2, 3.1.2); empty in that of the page. */
export const langOf = (shown: Pick<LocalText, "lang"> | null, { lang }: PageContext): Html =>
  shown === null || shown.lang === lang ? html`` : langAttributes(shown.lang)

/** Locale for dates, numbers and prices; English uses `en-GB`, with the day before the month. */
export const localeOf = (lang: string): string => lang === "en" ? "en-GB" : lang
