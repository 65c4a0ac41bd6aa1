import type { Element, ElementContent, Root } from "hast"
import { contentOf } from "./contentOf.js"
import { blockElements } from "./markupSchema.js"

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
export const spellOutTables = (root: Root): Root => ({ type: "root", children: withoutTables(contentOf(root)) })
