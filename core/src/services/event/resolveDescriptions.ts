import type * as Context from "effect/Context"
import * as Either from "effect/Either"
import type { Issue } from "../../domain/Issue.js"
import type { MultilingualText } from "../../domain/MultilingualText.js"
import type { RichText } from "../../ports/RichText.js"
import { type MarkupPlace, resolveMarkup } from "./resolveMarkup.js"

/** Markup texts to be stored, and the issues of those that are too long. */
export interface ResolvedDescriptions {
  readonly texts: MultilingualText
  readonly issues: ReadonlyArray<Issue>
}

/** Resolves each text of a multilingual field with `resolveMarkup`. A language whose text is empty is removed. */
export const resolveDescriptions = (
  written: MultilingualText,
  stored: MultilingualText,
  richText: Context.Tag.Service<RichText>,
  place: Omit<MarkupPlace, "lang">
): ResolvedDescriptions => {
  const texts: { [lang: string]: string } = {}
  const issues: Array<Issue> = []
  for (const [lang, text] of Object.entries(written)) {
    const settled = resolveMarkup(text, Object.hasOwn(stored, lang) ? stored[lang] : undefined, richText, { ...place, lang })
    if (Either.isLeft(settled)) issues.push(settled.left)
    else if (settled.right !== null) texts[lang] = settled.right
  }
  return { texts, issues }
}
