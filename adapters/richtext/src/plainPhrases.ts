import type { PhrasingContent } from "mdast"

/** A line break in markdown that every parser recognises: two spaces and a newline. */
export const lineBreak = "  \n"

const chars = "[\\p{L}\\p{N} ,;:.?!%/()'\"’«»–—…-]*"

const plain = new RegExp(`^\\p{L}(?:${chars}[\\p{L}\\p{N},;:.?)])?$`, "u")

/** Text between other phrases. Not at the start of a line, where digits and dashes can start a list. */
const plainBetween = new RegExp(`^${chars}$`, "u")

/** Text inside emphasis marks: letters next to the marks guarantee that they are parsed. */
const plainMarked = new RegExp(`^\\p{L}(?:${chars}[\\p{L}\\p{N}])?$`, "u")

const beginsPlainly = /^\p{L}/u

const plainAddress = /^https?:\/\/[\p{L}\p{N}./:?=%@,;+$#_-]+$/u

/**
 * Whether markdown parses a text as plain text anywhere. Most texts are, and this test is much cheaper than the
 * serializer's forty patterns.
 */
export const isPlain = (text: string): boolean => plain.test(text)

const isMarked = (phrase: PhrasingContent | undefined): boolean => phrase?.type === "strong" || phrase?.type === "emphasis"

/** The text of phrasing content that is one text node. Null otherwise. */
const textIn = ([only, ...others]: ReadonlyArray<PhrasingContent>): string | null =>
  only?.type === "text" && others.length === 0 ? only.value : null

const writeMarked = (phrases: ReadonlyArray<PhrasingContent>, mark: string): string | null => {
  const text = textIn(phrases)
  return text !== null && plainMarked.test(text) ? `${mark}${text}${mark}` : null
}

const writePhrase = (
  phrase: PhrasingContent,
  before: PhrasingContent | undefined,
  behind: PhrasingContent | undefined
): string | null => {
  switch (phrase.type) {
    case "text": {
      const isFirst = before === undefined || before.type === "break"
      const isSafe = plainBetween.test(phrase.value) && (!isFirst || beginsPlainly.test(phrase.value))
      // A `!` before a link would make it an image.
      return isSafe && (behind === undefined || !phrase.value.endsWith("!")) ? phrase.value : null
    }
    case "break":
      return lineBreak
    case "strong":
      return isMarked(behind) ? null : writeMarked(phrase.children, "**")
    case "emphasis":
      return isMarked(behind) ? null : writeMarked(phrase.children, "*")
    case "link": {
      const text = textIn(phrase.children)
      return text !== null && plain.test(text) && plainAddress.test(phrase.url) ? `[${text}](${phrase.url})` : null
    }
    default:
      return null
  }
}

/**
 * Fast path: serializes `tidyPhrases` output that needs no escaping, byte-identical to the general serializer. Null
 * when escaping may be needed. Most paragraphs take this path.
 */
export const writePlainly = (phrases: ReadonlyArray<PhrasingContent>): string | null => {
  let written = ""
  for (const [index, phrase] of phrases.entries()) {
    const part = writePhrase(phrase, phrases[index - 1], phrases[index + 1])
    if (part === null) return null
    written += part
  }
  return written
}
