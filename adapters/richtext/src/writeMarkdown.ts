import type { Element, ElementContent, Root } from "hast"
import type { Heading, Paragraph, Text } from "mdast"
import { defaultHandlers, type Handle as Write, toMarkdown, type Unsafe } from "mdast-util-to-markdown"
import { markdownTree } from "./markdownTree.js"
import { blockElements, contentOf } from "./markupSchema.js"
import { isPlain, lineBreak, writePlainly } from "./plainPhrases.js"
import { tidyBlocks } from "./tidyBlocks.js"

const element = (tagName: string, children: Array<ElementContent>): Element => ({ type: "element", tagName, properties: {}, children })

const isBlock = (node: ElementContent): boolean =>
  node.type === "element" && (blockElements.has(node.tagName) || node.children.some(isBlock))

const isBlank = (node: ElementContent): boolean =>
  node.type === "text" ? node.value.trim() === "" : node.type !== "element" || (node.tagName !== "img" && node.children.every(isBlank))

/** The rows of a table in order, and its other child elements. */
const rowsOf = (parent: Element): ReadonlyArray<Element> =>
  parent.children.flatMap((child) =>
    child.type !== "element"
      ? []
      : child.tagName === "thead" || child.tagName === "tbody" || child.tagName === "tfoot"
      ? rowsOf(child)
      : [child]
  )

/**
 * Converts a table to text, because markdown has none: one line per row, cells separated by bars. Cells with blocks are
 * layout, not data, and become consecutive blocks.
 */
const spellOut = (table: Element): Array<ElementContent> => {
  const blocks: Array<ElementContent> = []
  let lines: Array<ElementContent> = []
  const endLines = () => {
    if (lines.length > 0) blocks.push(element("p", lines))
    lines = []
  }
  for (const row of rowsOf(table)) {
    const cells = row.tagName === "tr" ? row.children : [row]
    const texts = cells.flatMap((cell) => cell.type === "element" && !cell.children.every(isBlank) ? [withoutTables(cell.children)] : [])
    if (row.tagName !== "tr" || texts.some((text) => text.some(isBlock))) {
      endLines()
      blocks.push(...texts.map((text) => element("div", text)))
    } else if (texts.length > 0) {
      if (lines.length > 0) lines.push(element("br", []))
      lines.push(...texts.flatMap((text, index): Array<ElementContent> => index === 0 ? text : [{ type: "text", value: " | " }, ...text]))
    }
  }
  endLines()
  return blocks
}

const withoutTables = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
  children.flatMap((child): ReadonlyArray<ElementContent> =>
    child.type !== "element"
      ? [child]
      : child.tagName === "table"
      ? [element("div", spellOut(child))]
      : [{ ...child, children: withoutTables(child.children) }]
  )

/** Converts all tables of a tree to lines of text. */
const spellOutTables = (root: Root): Root => ({ type: "root", children: withoutTables(contentOf(root)) })

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
