import type { Schema } from "hast-util-sanitize"

/** Elements that go with all they hold: what they hold is no text of the page. */
export const strippedElements: ReadonlyArray<string> = (
  "applet audio canvas embed frame frameset head iframe math noembed noframes noscript object plaintext script select "
  + "style svg template textarea title video xmp"
).split(" ")

const flowElements: ReadonlyArray<string> = (
  "address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 "
  + "header hgroup hr legend li main nav ol p pre section summary table tbody td tfoot th thead tr ul"
).split(" ")

/** Elements of a page's layout: those that make a written text HTML. */
export const layoutElements: ReadonlyArray<string> = [...flowElements, "body", "col", "colgroup", "dialog", "html", "menu", "search"]

/** Elements of blocks: those that separate what stands before them from what stands behind. */
export const blockElements: ReadonlySet<string> = new Set([...layoutElements, ...strippedElements, "link", "meta"])

const phrasingNames = "a b br cite code del em i img ins kbd mark q s samp small strike strong sub sup tt u var"

/** Inline elements that stay. */
const phrasingElements: ReadonlyArray<string> = phrasingNames.split(" ")

const httpOnly = ["http", "https"]

/**
 * The markup that may stay in a description: text blocks, lists, emphasis, links, images. No attribute but the target of a link, the
 * source and alternative text of an image, the first number of a list. The texts of other elements stay, save of `strippedElements`.
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

/** Whether a name is one of an HTML element, of a custom one (`x-y`), or of an editor's (`o:p`). */
export const isElementName = (name: string): boolean =>
  /[-:]/.test(name) || blockElements.has(name.toLowerCase()) || otherElements.has(name.toLowerCase())
