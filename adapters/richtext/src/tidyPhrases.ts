import type { PhrasingContent } from "mdast"

type Phrase = PhrasingContent

/**
 * What stands at an end of emphasis without being emphasised: white space, and pictures. Markdown would not see the mark between a picture
 * and a letter (CommonMark 6.2).
 */
const plain = /\s|(?![\0-\uFFFF])\p{S}(?:[\uFE0F\u20E3]|\u200D\p{S}|\p{Emoji_Modifier})*/u

const emphasisEnds = { first: new RegExp(`^(?:${plain.source})+`, "u"), last: new RegExp(`(?:${plain.source})+$`, "u") }
const whiteEnds = { first: /^\s+/u, last: /\s+$/u }

const textOf = (value: string): ReadonlyArray<Phrase> => value === "" ? [] : [{ type: "text", value }]

/** Takes line breaks and what `ends` match off both ends. */
export const peelPhrases = (phrases: ReadonlyArray<Phrase>, ends = whiteEnds) => {
  const before: Array<Phrase> = []
  const inside = [...phrases]
  const after: Array<Phrase> = []
  for (let first = inside[0]; first?.type === "break" || first?.type === "text"; first = inside[0]) {
    const kept = first.type === "text" ? first.value.replace(ends.first, "") : ""
    before.push(...first.type === "text" ? textOf(first.value.slice(0, first.value.length - kept.length)) : [first])
    inside.splice(0, 1, ...textOf(kept))
    if (kept !== "") break
  }
  for (let last = inside.at(-1); last?.type === "break" || last?.type === "text"; last = inside.at(-1)) {
    const kept = last.type === "text" ? last.value.replace(ends.last, "") : ""
    after.unshift(...last.type === "text" ? textOf(last.value.slice(kept.length)) : [last])
    inside.splice(-1, 1, ...textOf(kept))
    if (kept !== "") break
  }
  return { before, inside, after }
}

/** The phrases without white space or line breaks at either end. */
export const trimPhrases = (phrases: ReadonlyArray<Phrase>): Array<Phrase> => peelPhrases(phrases).inside

/** Joins neighbours that are one: texts, code, and emphasis of one kind. White space goes from around line breaks. */
const join = (phrases: ReadonlyArray<Phrase>): Array<Phrase> => {
  const joined: Array<Phrase> = []
  for (const phrase of phrases) {
    const last = joined.at(-1)
    if (phrase.type === "text" && last?.type === "text") {
      joined[joined.length - 1] = { type: "text", value: `${last.value}${phrase.value}`.replace(/ {2,}/g, " ") }
    } else if (phrase.type === "inlineCode" && last?.type === "inlineCode") {
      joined[joined.length - 1] = { type: "inlineCode", value: last.value + phrase.value }
    } else if ((phrase.type === "strong" || phrase.type === "emphasis") && last?.type === phrase.type) {
      joined[joined.length - 1] = { type: phrase.type, children: join([...last.children, ...phrase.children]) }
    } else if (phrase.type === "text" && last?.type === "break") {
      const value = phrase.value.trimStart()
      if (value !== "") joined.push({ type: "text", value })
    } else {
      if (phrase.type === "break" && last?.type === "text") {
        const value = last.value.trimEnd()
        if (value === "") joined.pop()
        else joined[joined.length - 1] = { type: "text", value }
      }
      joined.push(phrase)
    }
  }
  return joined
}

/** A run of line breaks inside emphasis or a link as a single one: a paragraph cannot end there. */
const singleBreaks = (phrases: ReadonlyArray<Phrase>): Array<Phrase> =>
  phrases.filter((phrase, index) => phrase.type !== "break" || phrases[index - 1]?.type !== "break")

/**
 * Phrases in the shape that markdown can write: white space and line breaks outside of emphasis and links, none of them empty, none in one
 * of its own kind, neighbours joined.
 */
export const tidyPhrases = (phrases: ReadonlyArray<Phrase>, around: ReadonlyArray<Phrase["type"]> = []): Array<Phrase> =>
  join(phrases.flatMap((phrase): ReadonlyArray<Phrase> => {
    switch (phrase.type) {
      case "text": {
        const value = phrase.value.replace(/[ \t\r\n]+/g, " ")
        return value === "" ? [] : [{ type: "text", value }]
      }
      case "inlineCode": {
        const value = phrase.value.replace(/[ \t\r\n]+/g, " ").trim()
        return value === "" ? [] : [{ type: "inlineCode", value }]
      }
      case "strong":
      case "emphasis":
      case "link": {
        if (around.includes(phrase.type)) return tidyPhrases(phrase.children, around)
        const { after, before, inside } = peelPhrases(
          tidyPhrases(phrase.children, [...around, phrase.type]),
          phrase.type === "link" ? whiteEnds : emphasisEnds
        )
        if (inside.length === 0) return [...before, ...after]
        return [...before, { ...phrase, children: singleBreaks(inside) }, ...after]
      }
      default:
        return [phrase]
    }
  }))
