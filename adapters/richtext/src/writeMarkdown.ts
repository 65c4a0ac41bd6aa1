import type { Root } from "hast"
import type { Heading, Paragraph, Text } from "mdast"
import { defaultHandlers, type Handle as Write, toMarkdown, type Unsafe } from "mdast-util-to-markdown"
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

const writeParagraph: Write = (node: Paragraph, parent, state, info) =>
  writePlainly(node.children) ?? defaultHandlers.paragraph(node, parent, state, info)

const writeHeading: Write = (node: Heading, parent, state, info) => {
  const plainly = writePlainly(node.children)
  return plainly === null ? defaultHandlers.heading(node, parent, state, info) : `${"#".repeat(node.depth)} ${plainly}`
}

/**
 * Also escapes a `<` that would start an e-mail autolink (CommonMark 6.5). The library escapes only those that could
 * start a tag or a URL.
 */
const mailAutolink: Unsafe = { character: "<", after: "[\\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9]", inConstruct: "phrasing" }

/** Serializes a sanitised tree to CommonMark. */
export const writeMarkdown = (root: Root): string =>
  toMarkdown({ type: "root", children: tidyBlocks(markdownTree(spellOutTables(root))) }, {
    bullet: "-",
    rule: "-",
    listItemIndent: "one",
    // No autolinks (`<https://…>`): stored text contains nothing that an HTML parser could take for a tag.
    resourceLink: true,
    unsafe: [mailAutolink],
    handlers: { break: writeBreak, heading: writeHeading, paragraph: writeParagraph, text: writeText }
  }).trimEnd()
