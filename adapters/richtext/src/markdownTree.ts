import type { Element, ElementContent, Root } from "hast"
import { toText } from "hast-util-to-text"
import type { Heading, ListItem, PhrasingContent, RootContent } from "mdast"
import { attributeText, blockElements, contentOf } from "./markupSchema.js"
import { rowsOf } from "./spellOutTables.js"
import { isBlock } from "./tidyBlocks.js"
import { peelPhrases } from "./tidyPhrases.js"

type Content = ReadonlyArray<RootContent>

const white = /[\t\n\v\f\r ]+/g

const isBlank = (node: ElementContent | RootContent): boolean => node.type === "text" && node.value.replace(white, "") === ""

const phrasing: ReadonlySet<RootContent["type"]> = new Set(["break", "delete", "emphasis", "image", "inlineCode", "link", "strong", "text"])

const isPhrasing = (node: RootContent): node is PhrasingContent => phrasing.has(node.type)

const phrasesIn = ({ children }: Element): Array<PhrasingContent> => nodesOf(children).filter(isPhrasing)

/** Wraps each run of phrasing nodes between blocks in a paragraph. */
const withParagraphs = (nodes: Content): Content => {
  const blocks: Array<RootContent> = []
  let run: Array<PhrasingContent> = []
  const endRun = () => {
    if (!run.every(isBlank)) blocks.push({ type: "paragraph", children: run })
    run = []
  }
  for (const node of nodes) {
    if (isPhrasing(node)) {
      run.push(node)
    } else {
      endRun()
      blocks.push(node)
    }
  }
  endRun()
  return blocks
}

/** The block content of an element. List items outside a list are replaced by their content. */
const blocksIn = (children: ReadonlyArray<ElementContent>): ListItem["children"] =>
  withParagraphs(nodesOf(children)).flatMap((node) => node.type === "listItem" ? node.children : isBlock(node) ? [node] : [])

/**
 * The items of a list. A list between them belongs to the item before, as in pastes from Google Docs. Any other block
 * is prepended to the next item, or appended to the last.
 */
const itemsIn = (children: ReadonlyArray<ElementContent>): Array<ListItem> => {
  const items: Array<ListItem> = []
  let between: ListItem["children"] = []
  for (const node of withParagraphs(nodesOf(children))) {
    if (node.type === "listItem") {
      items.push({ type: "listItem", children: [...between, ...node.children] })
      between = []
    } else if (isBlock(node)) {
      const last = items.at(-1)
      if (node.type === "list" && last !== undefined && between.length === 0) last.children.push(node)
      else between.push(node)
    }
  }
  if (between.length > 0) items.push({ type: "listItem", children: [...items.pop()?.children ?? [], ...between] })
  return items
}

/** The blocks of one item; several items become a list. */
const inOneItem = (children: ReadonlyArray<ElementContent>): ListItem["children"] => {
  const items = itemsIn(children)
  return items.length > 1 ? [{ type: "list", children: items }] : items.flatMap((item) => item.children)
}

/** A definition list as a list: each item has the terms, then the descriptions. */
const definitionsIn = ({ children }: Element): Array<ListItem> => {
  const entries = children.flatMap((child) => child.type === "element" && child.tagName === "div" ? child.children : [child])
    .filter((child) => !isBlank(child))
  const isNamed = (child: ElementContent | undefined, name: string) => child?.type === "element" && child.tagName === name
  const groups: Array<{ readonly terms: Array<ElementContent>; readonly others: Array<ElementContent> }> = []
  entries.forEach((child, index) => {
    if (index === 0 || (isNamed(child, "dt") && isNamed(entries[index - 1], "dd"))) groups.push({ terms: [], others: [] })
    const group = groups.at(-1)
    if (isNamed(child, "dt")) group?.terms.push(child)
    else group?.others.push(child)
  })
  return groups.map(({ others, terms }) => ({ type: "listItem", children: [...inOneItem(terms), ...inOneItem(others)] }))
}

const depths: { readonly [name: string]: Heading["depth"] } = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 }

/** The largest list number that CommonMark parses (nine digits). */
const listNumber_max = 999_999_999

const listNumber = (start: unknown): number => {
  const number = Number.parseInt(String(start), 10)
  return number >= 0 && number <= listNumber_max ? number : 1
}

const nodesOfElement = (element: Element): Content => {
  const { properties, tagName } = element
  switch (tagName) {
    case "a":
      return [{ type: "link", url: attributeText(properties["href"]), children: phrasesIn(element) }]
    case "b":
    case "strong":
      return [{ type: "strong", children: phrasesIn(element) }]
    case "em":
    case "i":
    case "mark":
    case "u":
      return [{ type: "emphasis", children: phrasesIn(element) }]
    case "del":
    case "s":
    case "strike":
      return [{ type: "delete", children: phrasesIn(element) }]
    case "q": {
      const { after, before, inside } = peelPhrases(phrasesIn(element))
      const mark: PhrasingContent = { type: "text", value: '"' }
      return [...before, mark, ...inside, mark, ...after]
    }
    case "code":
    case "kbd":
    case "samp":
    case "tt":
    case "var":
      return [{ type: "inlineCode", value: toText(element) }]
    case "img":
      return [{ type: "image", url: attributeText(properties["src"]), alt: attributeText(properties["alt"]).replace(white, " ").trim() }]
    case "br":
      return [{ type: "break" }]
    case "hr":
      return [{ type: "thematicBreak" }]
    case "p":
      return [{ type: "paragraph", children: phrasesIn(element) }]
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6":
      return [{ type: "heading", depth: depths[tagName] ?? 6, children: phrasesIn(element) }]
    case "pre":
      return [{ type: "code", value: toText(element).replace(/\n+$/, "") }]
    case "table":
      return [{
        type: "table",
        children: rowsOf(element).map((row) => ({
          type: "tableRow",
          children: row.children.flatMap((cell) => cell.type === "element" ? [{ type: "tableCell", children: phrasesIn(cell) }] : [])
        }))
      }]
    case "blockquote":
      return [{ type: "blockquote", children: blocksIn(element.children) }]
    case "ul":
      return [{ type: "list", children: itemsIn(element.children) }]
    case "ol":
      return [{ type: "list", ordered: true, start: listNumber(properties["start"]), children: itemsIn(element.children) }]
    case "dl":
      return [{ type: "list", children: definitionsIn(element) }]
    case "dd":
    case "dt":
    case "li":
      return [{ type: "listItem", children: blocksIn(element.children) }]
    default:
      return blockElements.has(tagName) ? blocksIn(element.children) : nodesOf(element.children)
  }
}

const nodesOf = (children: ReadonlyArray<ElementContent>): Content =>
  children.flatMap((child): Content =>
    child.type === "element"
      ? nodesOfElement(child)
      : child.type === "text"
      ? [{ type: "text", value: child.value.replace(white, " ") }]
      : []
  )

/**
 * Converts a sanitised HTML tree, with tables already spelled out, to a markdown tree. Elements without a markdown
 * equivalent are replaced by their content. The result still needs `tidyBlocks`.
 */
export const markdownTree = (root: Root): ReadonlyArray<RootContent> => blocksIn(contentOf(root))
