import type { PhrasingContent } from "mdast"

type Phrase = PhrasingContent

/**
 * Text that is moved out of the ends of emphasis: white space and pictographs. Between a pictograph and a letter,
 * markdown does not parse the mark (CommonMark 6.2).
 */
const plain = /\s|(?![\0-\uFFFF])\p{S}(?:[\uFE0F\u20E3]|\u200D\p{S}|\p{Emoji_Modifier})*/u

const emphasisEnds = { first: new RegExp(`^(?:${plain.source})+`, "u"), last: new RegExp(`(?:${plain.source})+$`, "u") }
const whiteEnds = { first: /^\s+/u, last: /\s+$/u }

const textOf = (value: string): ReadonlyArray<Phrase> => value === "" ? [] : [{ type: "text", value }]

/** Splits line breaks and matches of `ends` off both ends. */
export const peelPhrases = (phrases: ReadonlyArray<Phrase>, ends = whiteEnds) => {
  const before: Array<Phrase> = []
  const inside = [...phrases]
  const after: Array<Phrase> = []
  for (let first = inside[0]; first?.type === "break" || first?.type === "text"; first = inside[0]) {
    const rest = first.type === "text" ? first.value.replace(ends.first, "") : ""
    before.push(...first.type === "text" ? textOf(first.value.slice(0, first.value.length - rest.length)) : [first])
    inside.splice(0, 1, ...textOf(rest))
    if (rest !== "") break
  }
  for (let last = inside.at(-1); last?.type === "break" || last?.type === "text"; last = inside.at(-1)) {
    const rest = last.type === "text" ? last.value.replace(ends.last, "") : ""
    after.unshift(...last.type === "text" ? textOf(last.value.slice(rest.length)) : [last])
    inside.splice(-1, 1, ...textOf(rest))
    if (rest !== "") break
  }
  return { before, inside, after }
}

/** Removes white space and line breaks from both ends. */
export const trimPhrases = (phrases: ReadonlyArray<Phrase>): Array<Phrase> => peelPhrases(phrases).inside

/** Merges adjacent texts, code spans, and emphasis of the same kind. Trims white space around line breaks. */
const merge = (phrases: ReadonlyArray<Phrase>): Array<Phrase> => {
  const merged: Array<Phrase> = []
  for (const phrase of phrases) {
    const last = merged.at(-1)
    if (phrase.type === "text" && last?.type === "text") {
      merged[merged.length - 1] = { type: "text", value: `${last.value}${phrase.value}`.replace(/ {2,}/g, " ") }
    } else if (phrase.type === "inlineCode" && last?.type === "inlineCode") {
      merged[merged.length - 1] = { type: "inlineCode", value: last.value + phrase.value }
    } else if ((phrase.type === "strong" || phrase.type === "emphasis" || phrase.type === "delete") && last?.type === phrase.type) {
      merged[merged.length - 1] = { type: phrase.type, children: merge([...last.children, ...phrase.children]) }
    } else if (phrase.type === "text" && last?.type === "break") {
      const value = phrase.value.trimStart()
      if (value !== "") merged.push({ type: "text", value })
    } else {
      if (phrase.type === "break" && last?.type === "text") {
        const value = last.value.trimEnd()
        if (value === "") merged.pop()
        else merged[merged.length - 1] = { type: "text", value }
      }
      merged.push(phrase)
    }
  }
  return merged
}

/** Collapses line breaks inside emphasis or a link: a paragraph cannot end there. */
const singleBreaks = (phrases: ReadonlyArray<Phrase>): Array<Phrase> =>
  phrases.filter((phrase, index) => phrase.type !== "break" || phrases[index - 1]?.type !== "break")

/**
 * Normalizes phrases so that markdown can express them: white space and line breaks outside emphasis and links, none
 * empty, none nested in its own kind, adjacent ones merged.
 */
export const tidyPhrases = (phrases: ReadonlyArray<Phrase>, around: ReadonlyArray<Phrase["type"]> = []): Array<Phrase> =>
  merge(phrases.flatMap((phrase): ReadonlyArray<Phrase> => {
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
      case "delete":
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
