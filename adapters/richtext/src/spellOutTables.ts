import type { Element, ElementContent, Root } from "hast"
import { blockElements, contentOf } from "./markupSchema.js"

const element = (tagName: string, children: Array<ElementContent>): Element => ({ type: "element", tagName, properties: {}, children })

const isBlock = (node: ElementContent): boolean =>
  node.type === "element" && (blockElements.has(node.tagName) || node.children.some(isBlock))

const isBlank = (node: ElementContent): boolean =>
  node.type === "text" ? node.value.trim() === "" : node.type !== "element" || (node.tagName !== "img" && node.children.every(isBlank))

/** The rows of a table in order, and its other child elements. */
export const rowsOf = (parent: Element): ReadonlyArray<Element> =>
  parent.children.flatMap((child) =>
    child.type !== "element"
      ? []
      : child.tagName === "thead" || child.tagName === "tbody" || child.tagName === "tfoot"
      ? rowsOf(child)
      : [child]
  )

/** The content of a cell: editors put a paragraph around it, which is no block of its own when it is the only one. */
const contentOfCell = (cell: Element): Array<ElementContent> => {
  const [only, ...others] = cell.children.filter((child) => child.type !== "text" || child.value.trim() !== "")
  return only?.type === "element" && others.length === 0 && (only.tagName === "p" || only.tagName === "div")
    ? contentOfCell(only)
    : cell.children
}

/**
 * The table as markdown can express it: a header and rows of as many cells, all of them text. Null for another one,
 * which is often a page layout.
 */
const asMarkdown = (table: Element): Element | null => {
  const rows = rowsOf(table).map((row) => ({
    isRow: row.tagName === "tr",
    cells: row.children.flatMap((cell) => cell.type === "element" ? [{ ...cell, children: contentOfCell(cell) }] : [])
  }))
  const width = rows[0]?.cells.length ?? 0
  const isHeaded = width > 0 && rows[0]?.cells.every(({ tagName }) => tagName === "th") === true
  return isHeaded &&
      rows.every(({ cells, isRow }) => isRow && cells.length === width && !cells.some(({ children }) => children.some(isBlock)))
    ? element("table", rows.map(({ cells }) => element("tr", cells)))
    : null
}

/**
 * Converts a table to text: one line per row, cells separated by bars. Cells with blocks are layout, not data, and
 * become consecutive blocks.
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
    const texts = cells.flatMap((cell) =>
      cell.type === "element" && !cell.children.every(isBlank) ? [withoutTables(contentOfCell(cell))] : []
    )
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
      ? [asMarkdown(child) ?? element("div", spellOut(child))]
      : [{ ...child, children: withoutTables(child.children) }]
  )

/** Converts the tables of a tree that markdown cannot express to lines of text. */
export const spellOutTables = (root: Root): Root => ({ type: "root", children: withoutTables(contentOf(root)) })
