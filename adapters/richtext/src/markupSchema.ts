import type { Schema } from "hast-util-sanitize"

/** Elements that go with all they hold: what they hold is no text of the page. */
export const strippedElements: ReadonlyArray<string> = [
  "applet",
  "audio",
  "canvas",
  "embed",
  "frame",
  "frameset",
  "head",
  "iframe",
  "math",
  "noembed",
  "noframes",
  "noscript",
  "object",
  "plaintext",
  "script",
  "select",
  "style",
  "svg",
  "template",
  "textarea",
  "title",
  "video",
  "xmp"
]

const flowElements: ReadonlyArray<string> = [
  "address",
  "article",
  "aside",
  "blockquote",
  "center",
  "dd",
  "details",
  "div",
  "dl",
  "dt",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "form",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hgroup",
  "hr",
  "legend",
  "li",
  "main",
  "nav",
  "ol",
  "p",
  "pre",
  "section",
  "summary",
  "table",
  "tbody",
  "td",
  "tfoot",
  "th",
  "thead",
  "tr",
  "ul"
]

/** Elements of blocks: those that make a written text HTML, and those that separate what stands before them from what stands behind. */
export const blockElements: ReadonlySet<string> = new Set([
  ...flowElements,
  ...strippedElements,
  "body",
  "caption",
  "col",
  "colgroup",
  "dialog",
  "html",
  "link",
  "menu",
  "meta",
  "search"
])

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
  tagNames: [
    ...flowElements,
    "a",
    "b",
    "br",
    "caption",
    "cite",
    "code",
    "del",
    "em",
    "i",
    "img",
    "ins",
    "kbd",
    "mark",
    "q",
    "s",
    "samp",
    "small",
    "strike",
    "strong",
    "sub",
    "sup",
    "tt",
    "u",
    "var"
  ]
}
