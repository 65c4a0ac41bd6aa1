import type * as Context from "effect/Context"
import * as Either from "effect/Either"
import type { Issue } from "../../domain/Issue.js"
import type { MultilingualText } from "../../domain/MultilingualText.js"
import type { RichText } from "../../ports/RichText.js"
import { type MarkupPlace, settleMarkup } from "./settleMarkup.js"

/** Texts of markup as they are stored, and the issues of those that are too long for it. */
export interface SettledDescriptions {
  readonly texts: MultilingualText
  readonly issues: ReadonlyArray<Issue>
}

/** The texts of a multilingual field as they are to be stored, each as `settleMarkup` says. A language of which nothing is left goes. */
export const settleDescriptions = (
  written: MultilingualText,
  stored: MultilingualText,
  richText: Context.Tag.Service<RichText>,
  place: Omit<MarkupPlace, "lang">
): SettledDescriptions => {
  const texts: { [lang: string]: string } = {}
  const issues: Array<Issue> = []
  for (const [lang, text] of Object.entries(written)) {
    const settled = settleMarkup(text, Object.hasOwn(stored, lang) ? stored[lang] : undefined, richText, { ...place, lang })
    if (Either.isLeft(settled)) issues.push(settled.left)
    else if (settled.right !== null) texts[lang] = settled.right
  }
  return { texts, issues }
}
