import type * as Context from "effect/Context"
import * as Either from "effect/Either"
import { cleanText } from "../../domain/cleanText.js"
import { countChars } from "../../domain/countChars.js"
import { type Issue, issue } from "../../domain/Issue.js"
import type { RichText } from "../../ports/RichText.js"

/** Location of a markup text in a body, and its maximum stored length in characters. */
export interface MarkupPlace {
  readonly field: string
  readonly lang?: string
  readonly chars_max: number
}

/**
 * The stored form of a markup text: HTML is converted to markdown, markdown is sanitized (wire.md §5, longDescription);
 * null when it becomes empty. A text equal to the stored one, or to its rendering as HTML, returns the stored one, even
 * if the rules have changed since. Left: it is too long.
 */
export const resolveMarkup = (
  text: string,
  stored: string | undefined,
  { cleanMarkdown, isHtml, toHtml, toMarkdown }: Context.Tag.Service<RichText>,
  { chars_max, ...place }: MarkupPlace
): Either.Either<string | null, Issue> => {
  if (text === stored) return Either.right(text)
  const markdown = isHtml(text) ? toMarkdown(text) : cleanMarkdown(text)
  if (stored !== undefined && markdown !== stored && isHtml(text) && text === toHtml(stored)) return Either.right(stored)
  // HTML entities may decode to characters that stored texts must not contain.
  const settled = cleanText(markdown)
  const length = settled.length <= chars_max ? 0 : countChars(settled)
  if (length <= chars_max) return Either.right(settled.trim() === "" ? null : settled)
  const { field, ...at } = place
  const message = `at most ${chars_max} characters are stored, these are ${length} as markdown`
  return Either.left(issue("string.toolong", field, { ...at, origin: text, message, info: { max: chars_max, length } }))
}
