import type * as Context from "effect/Context"
import * as Either from "effect/Either"
import { cleanText } from "../../domain/cleanText.js"
import { countChars } from "../../domain/countChars.js"
import { type Issue, issue } from "../../domain/Issue.js"
import type { RichText } from "../../ports/RichText.js"

/** Where a text of markup stands, and how many characters of it are stored at most. */
export interface MarkupPlace {
  readonly field: string
  readonly lang?: string
  readonly chars_max: number
}

/**
 * A text of markup as it is to be stored, from how it was written: of HTML the markdown, of markdown what is harmless (wire.md §5,
 * longDescription); null when nothing is left of it. A text equal to the stored one, or to how that reads as HTML, is the stored one,
 * whatever the rules were when it was stored. Left: it is too long for it.
 */
export const settleMarkup = (
  text: string,
  stored: string | undefined,
  { cleanMarkdown, isHtml, toHtml, toMarkdown }: Context.Tag.Service<RichText>,
  { chars_max, ...place }: MarkupPlace
): Either.Either<string | null, Issue> => {
  if (text === stored) return Either.right(text)
  const markdown = isHtml(text) ? toMarkdown(text) : cleanMarkdown(text)
  if (stored !== undefined && markdown !== stored && isHtml(text) && text === toHtml(stored)) return Either.right(stored)
  // HTML can name characters that no text is stored with.
  const settled = cleanText(markdown)
  const length = settled.length <= chars_max ? 0 : countChars(settled)
  if (length <= chars_max) return Either.right(settled.trim() === "" ? null : settled)
  const { field, ...at } = place
  const message = `at most ${chars_max} characters are stored, these are ${length} as markdown`
  return Either.left(issue("string.toolong", field, { ...at, origin: text, message, info: { max: chars_max, length } }))
}
