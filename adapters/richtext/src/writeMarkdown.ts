import type { Root } from "hast"
import type { Delete, Heading, Paragraph, PhrasingContent, Table, Text } from "mdast"
import {
  type Attention,
  type AttentionInfo,
  defaultHandlers,
  type Handle as Write,
  type Info,
  type State,
  toMarkdown,
  type Unsafe
} from "mdast-util-to-markdown"
import { markdownTree } from "./markdownTree.js"
import { spellOutTables } from "./spellOutTables.js"
import { tidyBlocks } from "./tidyBlocks.js"

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
const isPlain = (text: string): boolean => plain.test(text)

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

const writeBreak: Write = () => lineBreak

/** Underscores next to a character that takes two UTF-16 code units. The library takes each half of it for a letter. */
const underscores = /(?<=[\uDC00-\uDFFF])_+|(?<!\\)_+(?=[\uD800-\uDBFF])/g

/** Escapes `<` as a character reference: parsers older than CommonMark do not know the escape `\<`. */
const writeText: Write = (node: Text, _parent, state, info) =>
  isPlain(node.value)
    ? node.value
    : state.safe(node.value, info).replace(/\\([\\<])/g, (pair: string, char: string) => char === "<" ? "&lt;" : pair)
      .replace(underscores, (run) => "\\_".repeat(run.length))

/** A line under a line of text that makes both a table: bars, colons and hyphens alone. */
const delimiterRow = /(?<=\n {0,3})[|:-](?=[|:\t -]*(?:\n|$))/g

/** Escapes lines that would make a paragraph a table. */
const writeParagraph: Write = (node: Paragraph, parent, state, info) =>
  writePlainly(node.children) ?? defaultHandlers.paragraph(node, parent, state, info).replace(delimiterRow, "\\$&")

/** Strike-through of GitHub Flavored Markdown. */
const writeDelete: Write & { readonly attention: Attention; readonly peek: Write } = Object.assign(
  (node: Delete, _parent: unknown, state: State, info: Info) => `~~${state.containerPhrasing(node, info)}~~`,
  { attention: (): AttentionInfo => ({ construct: "strong", markers: ["~"], sizes: [2] }), peek: () => "~" }
)

/** Escapes tildes beside others, which would strike text through. */
const tildes: Array<Unsafe> = [
  { character: "~", before: "(?<=~)", inConstruct: "phrasing" },
  { character: "~", after: "(?=~)", inConstruct: "phrasing" }
]

/** A table of GitHub Flavored Markdown; its first row is the header. */
const writeTable: Write = (node: Table, _parent, state, info) => {
  const rows = node.children.map(({ children }) =>
    children.map((cell) => {
      const exit = state.enter("phrasing")
      const text = state.containerPhrasing(cell, { ...info, before: " ", after: " " })
      exit()
      return text.replaceAll("|", "\\|")
    })
  )
  const [header = []] = rows
  const lines = [header, header.map(() => "---"), ...rows.slice(1)]
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

const writeHeading: Write = (node: Heading, parent, state, info) => {
  const plainly = writePlainly(node.children)
  return plainly === null ? defaultHandlers.heading(node, parent, state, info) : `${"#".repeat(node.depth)} ${plainly}`
}

/**
 * Also escapes a `<` that would start an e-mail autolink (CommonMark 6.5). The library escapes only those that could
 * start a tag or a URL.
 */
const mailAutolink: Unsafe = { character: "<", after: "[\\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9]", inConstruct: "phrasing" }

/** Serializes a sanitised tree to CommonMark, with strike-through and tables. */
export const writeMarkdown = (root: Root): string =>
  toMarkdown({ type: "root", children: tidyBlocks(markdownTree(spellOutTables(root))) }, {
    bullet: "-",
    rule: "-",
    listItemIndent: "one",
    // No autolinks (`<https://…>`): stored text contains nothing that an HTML parser could take for a tag.
    resourceLink: true,
    unsafe: [mailAutolink, ...tildes],
    handlers: {
      break: writeBreak,
      delete: writeDelete,
      heading: writeHeading,
      paragraph: writeParagraph,
      table: writeTable,
      text: writeText
    }
  }).trimEnd()
