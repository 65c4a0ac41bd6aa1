import type { Element, ElementContent, Root } from "hast"
import { attributeText, contentOf } from "./markupSchema.js"

/** The value of a CSS property in a `style` attribute, in lower case; "" when it is missing. */
const valueOf = (style: string, property: RegExp): string => {
  const declared = style.split(";").flatMap((declaration) => {
    const colon = declaration.indexOf(":")
    return property.test(declaration.slice(0, colon).trim().toLowerCase()) ? [declaration.slice(colon + 1).trim().toLowerCase()] : []
  })
  return declared.at(-1) ?? ""
}

/** The parts of a style that mean emphasis or structure. */
const words = (style: string): ReadonlyArray<string> => {
  const weight = valueOf(style, /^font-weight$/)
  const slant = valueOf(style, /^font-style$/)
  const line = valueOf(style, /^text-decoration(?:-line)?$/)
  const list = valueOf(style, /^mso-list$/)
  const level = /^l\d+ level([1-9]) /.exec(`${list} `)?.[1]
  return [
    ...(/^(?:bold|bolder|[6-9]00)\b/.test(weight) ? ["bold"] : /^(?:normal|lighter|[1-5]00)\b/.test(weight) ? ["light"] : []),
    ...(/^(?:italic|oblique)\b/.test(slant) ? ["italic"] : /^normal\b/.test(slant) ? ["upright"] : []),
    ...(/\bline-through\b/.test(line) ? ["struck"] : []),
    ...(/\bunderline\b/.test(line) ? ["underlined"] : []),
    ...(list === "ignore" ? ["marker"] : level === undefined ? [] : [`level${level}`])
  ]
}

/**
 * The words by element that `readPasted` reads. Formatting elements (HTML Standard, 13.2.4.3) have one at most, so that
 * few of them differ.
 */
const wordsRead: { readonly [tagName: string]: RegExp } = {
  b: /^light$/,
  strong: /^light$/,
  em: /^upright$/,
  i: /^upright$/,
  span: /^(?:bold|italic|struck|underlined|marker)$/,
  p: /^level\d$/,
  div: /^level\d$/
}

/** The words of a `style` attribute that `readPasted` reads; "" for none. */
export const styleWords = (tagName: string, style: string): string => {
  const read = Object.hasOwn(wordsRead, tagName) ? wordsRead[tagName] : undefined
  return read === undefined ? "" : words(style).filter((word) => read.test(word)).join(" ")
}

const element = (tagName: string, children: Array<ElementContent>, properties: Element["properties"] = {}): Element => ({
  type: "element",
  tagName,
  properties,
  children
})

const isMarker = ({ properties }: Element): boolean => attributeText(properties["style"]).split(" ").includes("marker")

const isItem = ({ properties }: Element): boolean => attributeText(properties["style"]).startsWith("level")

const textOf = (node: ElementContent): string =>
  node.type === "text" ? node.value : node.type === "element" ? node.children.map(textOf).join("") : ""

const markersIn = (children: ReadonlyArray<ElementContent>): string =>
  children.map((child) => child.type !== "element" ? "" : isMarker(child) ? textOf(child) : markersIn(child.children)).join("")

const withoutMarkers = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
  children.flatMap((child): ReadonlyArray<ElementContent> =>
    child.type !== "element" ? [child] : isMarker(child) ? [] : [{ ...child, children: withoutMarkers(child.children) }]
  )

/** A paragraph of Word that is an item of a list. */
interface PastedItem {
  readonly level: number
  readonly tagName: "ol" | "ul"
  readonly start: number
  readonly children: Array<ElementContent>
}

const itemOf = (paragraph: Element): PastedItem => {
  const marker = markersIn(paragraph.children).trim()
  return {
    level: Number(attributeText(paragraph.properties["style"]).slice("level".length)),
    tagName: /^\(?(?:\d{1,9}|[a-z]{1,4})[.)]/i.test(marker) ? "ol" : "ul",
    start: Number(/\d{1,9}/.exec(marker)?.[0] ?? 1),
    children: readAll(withoutMarkers(paragraph.children), false)
  }
}

/** Lists of items, of which those on deeper levels are in the item before. */
const nest = (items: ReadonlyArray<PastedItem>): Array<Element> => {
  const lists: Array<Element> = []
  for (let index = 0; index < items.length;) {
    const item = items[index]
    if (item === undefined) break
    let end = index + 1
    while ((items[end]?.level ?? 0) > item.level) end++
    const entry = element("li", [...item.children, ...nest(items.slice(index + 1, end))])
    const last = lists.at(-1)
    if (last?.tagName === item.tagName) last.children.push(entry)
    else lists.push(element(item.tagName, [entry], item.tagName === "ol" ? { start: item.start } : {}))
    index = end
  }
  return lists
}

const isWhite = (node: ElementContent): boolean => node.type === "comment" || (node.type === "text" && node.value.trim() === "")

/** Wraps content in the elements that a style stands for. Editors underline links, which needs no mark. */
const wrap = (children: Array<ElementContent>, style: string, inLink: boolean): Array<ElementContent> => {
  const asked = style.split(" ")
  const names = [
    ...(asked.includes("underlined") && !inLink ? ["u"] : []),
    ...(asked.includes("struck") ? ["s"] : []),
    ...(asked.includes("italic") ? ["em"] : []),
    ...(asked.includes("bold") ? ["strong"] : [])
  ]
  return names.reduce<Array<ElementContent>>((inside, name) => [element(name, inside)], children)
}

const read = (node: ElementContent, inLink: boolean): Array<ElementContent> => {
  if (node.type !== "element") return [node]
  const { properties, tagName } = node
  const style = attributeText(properties["style"])
  const children = readAll(node.children, inLink || tagName === "a")
  if (style === "light" || style === "upright") return [element("span", children)]
  return tagName === "span" && style !== "" ? wrap(children, style, inLink) : [{ ...node, children }]
}

const readAll = (children: ReadonlyArray<ElementContent>, inLink: boolean): Array<ElementContent> => {
  const nodes: Array<ElementContent> = []
  let items: Array<PastedItem> = []
  let between: Array<ElementContent> = []
  const endList = () => {
    nodes.push(...nest(items), ...between)
    items = []
    between = []
  }
  for (const child of children) {
    if (child.type === "element" && isItem(child)) {
      items.push(itemOf(child))
      between = []
    } else if (items.length > 0 && isWhite(child)) {
      between.push(child)
    } else {
      endList()
      nodes.push(...read(child, inLink))
    }
  }
  endList()
  return nodes
}

/**
 * Reads what word processors put on the clipboard: bold, italic, struck and underlined text by the styles of spans,
 * elements whose style cancels them (the `<b>` around a paste from Google Docs), and lists that Word writes as
 * paragraphs (`mso-list`) with their markers as text.
 */
export const readPasted = (root: Root): Root => ({ type: "root", children: readAll(contentOf(root), false) })
