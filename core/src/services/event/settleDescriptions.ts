import type * as Context from "effect/Context"
import { cleanText } from "../../domain/cleanText.js"
import { countChars } from "../../domain/countChars.js"
import { type Issue, issue } from "../../domain/Issue.js"
import type { MultilingualText } from "../../domain/MultilingualText.js"
import type { RichText } from "../../ports/RichText.js"

/** Long descriptions as they are stored, and the issues of those that are too long for it. */
export interface SettledDescriptions {
  readonly texts: MultilingualText
  readonly issues: ReadonlyArray<Issue>
}

/**
 * Long descriptions as they are to be stored, from how they were written: of HTML the markdown, of markdown what is harmless (wire.md §5,
 * longDescription). A text equal to the stored one of its language is left as it is, whatever the rules were when it was stored. A language
 * of which nothing is left goes.
 */
export const settleDescriptions = (
  written: MultilingualText,
  stored: MultilingualText,
  { cleanMarkdown, isHtml, toMarkdown }: Context.Tag.Service<RichText>,
  chars_max: number
): SettledDescriptions => {
  const texts: { [lang: string]: string } = {}
  const issues: Array<Issue> = []
  for (const [lang, text] of Object.entries(written)) {
    if (Object.hasOwn(stored, lang) && stored[lang] === text) {
      texts[lang] = text
      continue
    }
    // HTML can name characters that no text is stored with.
    const settled = cleanText(isHtml(text) ? toMarkdown(text) : cleanMarkdown(text))
    const length = settled.length <= chars_max ? 0 : countChars(settled)
    if (length > chars_max) {
      const message = `at most ${chars_max} characters are stored, these are ${length} as markdown`
      issues.push(issue("string.toolong", "longDescription", { lang, origin: text, message, info: { max: chars_max, length } }))
    } else if (settled.trim() !== "") texts[lang] = settled
  }
  return { texts, issues }
}
