import { type DefaultTreeAdapterTypes, parse, parseFragment } from "parse5"

type Node = DefaultTreeAdapterTypes.Node

const allowedElements = new Set(
  ("a address article aside b blockquote body br caption center cite code dd del details div dl dt em fieldset figcaption figure footer form h1 h2 h3 "
    + "h4 h5 h6 head header hgroup hr html i img ins kbd legend li main mark nav ol p pre q s samp section small strike strong sub summary sup "
    + "table tbody td tfoot th thead tr tt u ul var").split(" ")
)

const allowedAttributes = new Set(["a href", "img src", "img alt", "ol start"])

const linkScheme = /^(?:https?:\/\/|mailto:|tel:)/
const frameSource =
  /^https:\/\/(?:www\.youtube-nocookie\.com\/embed\/|player\.vimeo\.com\/video\/|geo\.dailymotion\.com\/player\.html\?video=|w\.soundcloud\.com\/player\/\?url=|open\.spotify\.com\/embed\/)[\w?=&%./-]+$/

/** What a reader of markdown adds without doing harm. */
const markdownAttributes = new Set(["a title", "img title", "code class"])

interface Allowance {
  /** Frames of known platforms. */
  readonly frames?: boolean
  /** Titles of links and languages of code. */
  readonly titles?: boolean
}

const faultsOf = (node: Node, allowance: Allowance): ReadonlyArray<string> => {
  const faults: Array<string> = []
  if (node.nodeName === "#comment") faults.push("a comment")
  if ("attrs" in node) {
    const isFrame = allowance.frames === true && node.tagName === "iframe"
    if (!isFrame && !allowedElements.has(node.tagName)) faults.push(`<${node.tagName}>`)
    for (const { name, value } of node.attrs) {
      if (isFrame) {
        if (name === "src" && !frameSource.test(value)) faults.push(`a frame of ${value}`)
        if (!["src", "width", "height", "title", "loading", "referrerpolicy", "allow"].includes(name)) faults.push(`a frame's ${name}`)
      } else {
        const attribute = `${node.tagName} ${name}`
        if (!allowedAttributes.has(attribute) && !(allowance.titles === true && markdownAttributes.has(attribute))) {
          faults.push(`${name} of <${node.tagName}>`)
        }
        if (name === "href" && !linkScheme.test(value)) faults.push(`a link to ${value}`)
        if (name === "src" && !/^https?:\/\//.test(value)) faults.push(`an image of ${value}`)
      }
    }
  }
  if ("childNodes" in node) { for (const child of node.childNodes) faults.push(...faultsOf(child, allowance)) }
  return faults
}

/**
 * What a browser would find in HTML that no description may hold, read as part of a page and as a page of its own, with
 * scripting and without. Written apart from the sanitiser's own lists, on purpose.
 */
export const unsafeMarkup = (html: string, allowance: Allowance = {}): ReadonlyArray<string> => [
  ...faultsOf(parseFragment(html), allowance),
  ...faultsOf(parseFragment(html, { scriptingEnabled: false }), allowance),
  ...faultsOf(parse(html), allowance)
]
