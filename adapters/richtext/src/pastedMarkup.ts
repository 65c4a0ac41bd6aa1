import type { Element, ElementContent, Root } from "hast"
import { attributeText, blockElements, contentOf } from "./markupSchema.js"

const bold = /^(?:bold|bolder|[6-9]00)\b/
const italic = /^(?:italic|oblique)\b/

/** The size in the shorthand `font`: weight and style are before it, and line height and family behind. */
const size = /^(?:\d*\.?\d+(?:%|[a-z]+)|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)(?:\/|$)/

type Declaration = readonly [property: string, value: string]

/** The weight and style of the shorthand `font`, which resets those that it does not name (CSS Fonts 4, 2.7). */
const ofFont = (value: string): ReadonlyArray<Declaration> => {
  const parts = value.split(/\s+/)
  const end = parts.findIndex((part) => size.test(part))
  const find = (looked: RegExp) => parts.slice(0, end).find((part) => looked.test(part)) ?? "normal"
  return end === -1 ? [] : [["font-weight", find(bold)], ["font-style", find(italic)]]
}

/** The declarations of a `style` attribute, in lower case. */
const declarationsOf = (style: string): ReadonlyArray<Declaration> =>
  style.toLowerCase().split(";").flatMap((declaration): ReadonlyArray<Declaration> => {
    const colon = declaration.indexOf(":")
    const property = declaration.slice(0, colon).trim()
    const value = declaration.slice(colon + 1).trim()
    return property === "font" ? ofFont(value) : [[property, value]]
  })

/** The parts of a style that mean emphasis or structure. */
const words = (style: string): ReadonlyArray<string> => {
  const declarations = declarationsOf(style)
  const valueOf = (...names: ReadonlyArray<string>) => declarations.findLast(([name]) => names.includes(name))?.[1] ?? ""
  const weight = valueOf("font-weight")
  const slant = valueOf("font-style")
  const line = valueOf("text-decoration", "text-decoration-line")
  const list = valueOf("mso-list")
  const level = /^l\d+ level([1-9]) /.exec(`${list} `)?.[1]
  return [
    ...(list === "ignore" ? ["marker"] : level === undefined ? [] : [`level${level}`]),
    ...(bold.test(weight) ? ["bold"] : /^(?:normal|lighter|[1-5]00)\b/.test(weight) ? ["light"] : []),
    ...(italic.test(slant) ? ["italic"] : /^normal\b/.test(slant) ? ["upright"] : []),
    ...(/\bline-through\b/.test(line) ? ["struck"] : []),
    ...(/\bunderline\b/.test(line) ? ["underlined"] : [])
  ]
}

/** Elements whose text is bold without a style: they inherit and get no bold. */
const boldElement = /^(?:h[1-6]|th)$/

/** Elements that markdown emphasises as a whole or not at all. */
const codeElement = /^(?:code|kbd|pre|samp|tt|var)$/

const blockWords = /^(?:bold|light|italic|upright)$/
const paragraphWords = /^(?:bold|light|italic|upright|level\d)$/

/**
 * The words by element that `readPasted` reads, besides those of blocks. Formatting elements (HTML Standard, 13.2.4.3)
 * have two at most, so that few of them differ.
 */
const wordsRead: { readonly [tagName: string]: RegExp } = {
  b: /^light$/,
  strong: /^light$/,
  em: /^upright$/,
  i: /^upright$/,
  a: /^(?:bold|italic)$/,
  font: /^(?:bold|italic)$/,
  span: /^(?:bold|light|italic|upright|struck|underlined|marker)$/,
  p: paragraphWords,
  div: paragraphWords
}

/** The words of a `style` attribute that `readPasted` reads; "" for none. */
export const styleWords = (tagName: string, style: string): string => {
  const read = Object.hasOwn(wordsRead, tagName) ? wordsRead[tagName] : blockElements.has(tagName) ? blockWords : undefined
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

/** How the text of a place is shown, by the styles of the elements around it. */
interface Emphasis {
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly inLink: boolean
}

const emphasisIn = ({ properties, tagName }: Element, { inLink, isBold, isItalic }: Emphasis): Emphasis => {
  const asked = attributeText(properties["style"]).split(" ")
  const isCode = codeElement.test(tagName)
  return {
    isBold: !isCode && !boldElement.test(tagName) && (asked.includes("bold") || (isBold && !asked.includes("light"))),
    isItalic: !isCode && (asked.includes("italic") || (isItalic && !asked.includes("upright"))),
    inLink: inLink || tagName === "a"
  }
}

const itemOf = (paragraph: Element, emphasis: Emphasis): PastedItem => {
  const marker = markersIn(paragraph.children).trim()
  return {
    level: Number(attributeText(paragraph.properties["style"]).charAt("level".length)),
    tagName: /^\(?(?:\d{1,9}|[a-z]{1,4})[.)]/i.test(marker) ? "ol" : "ul",
    start: Number(/\d{1,9}/.exec(marker)?.[0] ?? 1),
    children: readAll(withoutMarkers(paragraph.children), emphasisIn(paragraph, emphasis))
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

/** Text or code with the emphasis of its place. White space has none: between rows and items it is not shown. */
const emphasise = (node: ElementContent, { isBold, isItalic }: Emphasis): ElementContent => {
  if (isWhite(node)) return node
  const slanted = isItalic ? element("em", [node]) : node
  return isBold ? element("strong", [slanted]) : slanted
}

const read = (node: ElementContent, emphasis: Emphasis): Array<ElementContent> => {
  if (node.type !== "element") return [emphasise(node, emphasis)]
  const { properties, tagName } = node
  const asked = attributeText(properties["style"]).split(" ")
  const children = readAll(node.children, emphasisIn(node, emphasis))
  if (/^(?:b|strong|em|i)$/.test(tagName) && (asked.includes("light") || asked.includes("upright"))) return [element("span", children)]
  if (codeElement.test(tagName)) return [emphasise({ ...node, children }, emphasis)]
  // Editors underline links, which needs no mark.
  const names = [...(asked.includes("underlined") && !emphasis.inLink ? ["u"] : []), ...(asked.includes("struck") ? ["s"] : [])]
  return names.reduce<Array<ElementContent>>((inside, name) => [element(name, inside)], [{ ...node, children }])
}

const readAll = (children: ReadonlyArray<ElementContent>, emphasis: Emphasis): Array<ElementContent> => {
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
      items.push(itemOf(child, emphasis))
      between = []
    } else if (items.length > 0 && isWhite(child)) {
      between.push(child)
    } else {
      endList()
      nodes.push(...read(child, emphasis))
    }
  }
  endList()
  return nodes
}

/**
 * Reads what word processors put on the clipboard: bold and italic text by the styles of spans, links and blocks,
 * struck and underlined text by those of spans, elements whose style cancels them (the `<b>` around a paste from Google
 * Docs), and lists that Word writes as paragraphs (`mso-list`) with their markers as text.
 */
export const readPasted = (root: Root): Root => ({
  type: "root",
  children: readAll(contentOf(root), { isBold: false, isItalic: false, inLink: false })
})
