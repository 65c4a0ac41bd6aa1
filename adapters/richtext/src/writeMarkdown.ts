import type { Root } from "hast"
import type { Delete, Heading, Paragraph, Table, Text } from "mdast"
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
import { isPlain, lineBreak, writePlainly } from "./plainPhrases.js"
import { spellOutTables } from "./spellOutTables.js"
import { tidyBlocks } from "./tidyBlocks.js"

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
