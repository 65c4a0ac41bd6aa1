import type { PhrasingContent } from "mdast"

/** Two spaces and a line end: what every reader of markdown takes for a line break. */
export const lineBreak = "  \n"

const chars = "[\\p{L}\\p{N} ,;:.?!%/()'\"’«»–—…-]*"

const plain = new RegExp(`^\\p{L}(?:${chars}[\\p{L}\\p{N},;:.?)])?$`, "u")

/** Between other phrases: not at the begin of a line, where digits and dashes could make a list. */
const plainBetween = new RegExp(`^${chars}$`, "u")

/** Between marks, which markdown sees for sure next to letters and digits. */
const plainMarked = new RegExp(`^\\p{L}(?:${chars}[\\p{L}\\p{N}])?$`, "u")

const beginsPlainly = /^\p{L}/u

const plainAddress = /^https?:\/\/[\p{L}\p{N}./:?=%@,;+$#_-]+$/u

/** Whether markdown takes a text for nothing but text, wherever it stands. Most are such, and the writer would try some forty patterns on each. */
export const isPlain = (text: string): boolean => plain.test(text)

const isMarked = (phrase: PhrasingContent | undefined): boolean => phrase?.type === "strong" || phrase?.type === "emphasis"

/** The only text of a phrase. */
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
      // It would make an image of a link.
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
 * The markdown of tidy phrases (`tidyPhrases`) that hold no sign of markdown's own, just as its writer has it; null: there may be some. Most
 * paragraphs are such, and writing them so takes a small part of the time.
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
