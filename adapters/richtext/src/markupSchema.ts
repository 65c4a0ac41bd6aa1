import type { Element, ElementContent, Root } from "hast"
import type { Schema } from "hast-util-sanitize"

/** Elements that are removed with their content, which is no text of the page. */
export const strippedElements: ReadonlyArray<string> = (
  "applet audio canvas embed frame frameset head iframe math noembed noframes noscript object plaintext script select "
  + "style svg template textarea title video xmp"
).split(" ")

const flowElements: ReadonlyArray<string> = (
  "address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 "
  + "header hgroup hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
).split(" ")

/** Layout elements: a text that contains one is HTML. */
export const layoutElements: ReadonlyArray<string> = [...flowElements, "body", "col", "colgroup", "dialog", "html", "menu", "search"]

/** Block-level elements, which separate the text before and after them. */
export const blockElements: ReadonlySet<string> = new Set([...layoutElements, ...strippedElements, "link", "meta"])

const phrasingNames = "a b br cite code del em i img ins kbd mark q s samp small strike strong sub sup tt u var"

const phrasingElements: ReadonlyArray<string> = phrasingNames.split(" ")

const httpOnly = ["http", "https"]

/**
 * The allow-list of a description: text blocks, lists, emphasis, links, images. The only attributes are a link's
 * target, an image's source and alternative text, and a list's first number. Other elements are replaced by their text,
 * and `strippedElements` are removed.
 */
export const markupSchema: Schema = {
  allowComments: false,
  allowDoctypes: false,
  ancestors: { li: ["ol", "ul"], td: ["table"], th: ["table"], tr: ["table"], tbody: ["table"], thead: ["table"], tfoot: ["table"] },
  attributes: { a: ["href"], img: ["src", "alt"], ol: ["start"] },
  clobber: [],
  clobberPrefix: "",
  protocols: { href: [...httpOnly, "mailto", "tel"], src: httpOnly },
  required: {},
  strip: [...strippedElements],
  tagNames: [...flowElements, ...phrasingElements]
}

const otherElements: ReadonlySet<string> = new Set([
  ...phrasingElements,
  ...("abbr acronym area base basefont bdi bdo big blink button data datalist dfn font image input label map marquee "
    + "meter nobr optgroup option output param picture progress rb rp rt rtc ruby slot source span time track wbr").split(" ")
])

/** Whether a name is that of an HTML element, of a custom element (`x-y`), or of an editor's element (`o:p`). */
export const isElementName = (name: string): boolean =>
  /[-:]/.test(name) || blockElements.has(name.toLowerCase()) || otherElements.has(name.toLowerCase())

/** The value of a text attribute; "" when it is missing or not a text. */
export const attributeText = (value: unknown): string => typeof value === "string" ? value : ""

/** The children of a tree, without a doctype. */
export const contentOf = (root: Root): Array<ElementContent> => root.children.filter((child) => child.type !== "doctype")

/** A link labelled with a text. */
export const linkTo = (url: string, text: string): Element => ({
  type: "element",
  tagName: "a",
  properties: { href: url },
  children: [{ type: "text", value: text }]
})

/** Maximum nesting of HTML. Deeper content becomes text, so that hostile input cannot exhaust the stack. */
export const html_depth_max = 60

/** Maximum nesting of markdown, enough for anything that is converted from HTML. Deeper content is not parsed. */
export const markdown_depth_max = 150
