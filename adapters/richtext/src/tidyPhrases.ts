import type { PhrasingContent } from "mdast"

type Phrase = PhrasingContent

const isSpace = (node: Phrase | undefined): boolean => node?.type === "break" || (node?.type === "text" && node.value.trim() === "")

/** Takes white space and line breaks off both ends. */
const peel = (phrases: ReadonlyArray<Phrase>) => {
  const before: Array<Phrase> = []
  const inside = [...phrases]
  const after: Array<Phrase> = []
  for (let first = inside[0]; first !== undefined && isSpace(first); first = inside[0]) {
    before.push(first)
    inside.shift()
  }
  for (let last = inside.at(-1); last !== undefined && isSpace(last); last = inside.at(-1)) {
    after.unshift(last)
    inside.pop()
  }
  const first = inside[0]
  if (first?.type === "text") {
    const kept = first.value.trimStart()
    if (kept !== first.value) before.push({ type: "text", value: first.value.slice(0, first.value.length - kept.length) })
    inside[0] = { type: "text", value: kept }
  }
  const last = inside.at(-1)
  if (last?.type === "text") {
    const kept = last.value.trimEnd()
    if (kept !== last.value) after.unshift({ type: "text", value: last.value.slice(kept.length) })
    inside[inside.length - 1] = { type: "text", value: kept }
  }
  return { before, inside, after }
}

/** The phrases without white space or line breaks at either end. */
export const trimPhrases = (phrases: ReadonlyArray<Phrase>): Array<Phrase> => peel(phrases).inside

/** Joins neighbours that are one: texts, and emphasis of one kind. White space goes from around line breaks. */
const join = (phrases: ReadonlyArray<Phrase>): Array<Phrase> => {
  const joined: Array<Phrase> = []
  for (const phrase of phrases) {
    const last = joined.at(-1)
    if (phrase.type === "text" && last?.type === "text") {
      joined[joined.length - 1] = { type: "text", value: `${last.value}${phrase.value}`.replace(/ {2,}/g, " ") }
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
      case "inlineCode":
        return phrase.value.trim() === "" ? [] : [phrase]
      case "strong":
      case "emphasis":
      case "link": {
        if (around.includes(phrase.type)) return tidyPhrases(phrase.children, around)
        const { after, before, inside } = peel(tidyPhrases(phrase.children, [...around, phrase.type]))
        return inside.length === 0 ? [...before, ...after] : [...before, { ...phrase, children: singleBreaks(inside) }, ...after]
      }
      default:
        return [phrase]
    }
  }))
