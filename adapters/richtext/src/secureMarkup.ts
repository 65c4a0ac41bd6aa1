import { mediaEmbed } from "@agenda-engine/core/domain/media/MediaEmbed"
import type { Element, ElementContent, Properties, Root } from "hast"
import { sanitize } from "hast-util-sanitize"
import { attributeText, blockElements, contentOf, linkTo, markupSchema } from "./markupSchema.js"

const isBlock = (node: ElementContent): boolean => node.type === "element" && blockElements.has(node.tagName)

/** Inline elements with a markdown equivalent. When one is split, each part stays wrapped in it. */
const markedElements = new Set(["a", "b", "del", "em", "i", "mark", "s", "strike", "strong", "u"])

/** Blocks that cannot contain other blocks. */
const leaves = /^(?:h[1-6]|p)$/

const isWhite = (node: ElementContent): boolean => node.type === "text" && node.value.trim() === ""

/** Moves `around` inside a block, around the block's content. */
const enclose = (around: Element, block: Element): Element => {
  if (block.tagName === "pre") return block
  if (!leaves.test(around.tagName) || !leaves.test(block.tagName)) return { ...block, children: divide(around, block.children) }
  return block.tagName === "p" ? { ...around, children: block.children } : block
}

/** Splits the content of `around` into blocks and inline runs, each wrapped in its own `around`. */
const divide = (around: Element, children: ReadonlyArray<ElementContent>): Array<ElementContent> => {
  const parts: Array<ElementContent> = []
  let run: Array<ElementContent> = []
  const endRun = () => {
    if (run.every(isWhite)) parts.push(...run)
    else parts.push({ ...around, children: run })
    run = []
  }
  for (const child of children) {
    if (child.type !== "element" || !isBlock(child)) {
      run.push(child)
    } else {
      endRun()
      parts.push(enclose(around, child))
    }
  }
  endRun()
  return parts
}

/**
 * Lifts blocks out of inline elements, paragraphs and headings: `<b><p>…</p></b>` becomes `<p><b>…</b></p>`. Browsers
 * render both; markdown can express only the second.
 */
const liftBlocks = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
  children.flatMap((child): ReadonlyArray<ElementContent> => {
    if (child.type !== "element") return [child]
    const inside = liftBlocks(child.children)
    const whole = { ...child, children: inside }
    if (!inside.some(isBlock)) return [whole]
    if (leaves.test(child.tagName) || markedElements.has(child.tagName)) return divide(whole, inside)
    return isBlock(child) ? [whole] : inside
  })

/** An absolute URL with a scheme that a description can link to. */
const safeUrl = /^(?:https?:\/\/[^/?#]|mailto:[^?#]|tel:[+\d(])/

/** Addresses of sites that redirect to the one in a parameter, to count who follows it. */
const redirects =
  /^https?:\/\/(?:(?:www\.)?google\.[a-z.]{2,6}\/url|[a-z\d]+\.safelinks\.protection\.outlook\.com\/|l\.facebook\.com\/l\.php)\?/i

const target = /[?&](?:q|url|u)=(https?(?:%3a|:)[^&#]*)/i

/** The address that a link in a paste from an editor leads to; another one as it is. */
const withoutRedirect = (url: string): string => {
  const found = redirects.test(url) ? target.exec(url)?.[1] : undefined
  try {
    return found === undefined ? url : decodeURIComponent(found)
  } catch {
    return url
  }
}

/**
 * Normalizes a URL: scheme in lower case, white space trimmed, illegal characters percent-encoded, `//…` and `www.…`
 * made absolute. Null when it is not allowed.
 */
export const allowedUrl = (url: string): string | null => {
  // Browsers remove these characters when they parse a URL (URL Standard, 4.4).
  const bare = withoutRedirect(url.replace(/[\t\n\r]/g, "").trim()).replace(/[\s\p{Cc}<>"`{|}\\^]/gu, encodeURIComponent)
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(bare)?.[0]
  const whole = scheme !== undefined
    ? scheme.toLowerCase() + bare.slice(scheme.length)
    : bare.startsWith("//")
    ? `https:${bare}`
    : /^www\./i.test(bare)
    ? `http://${bare}`
    : bare
  return safeUrl.test(whole) ? whole : null
}

/** The allowed attributes, with URLs normalized by `allowedUrl`. Null for a link or image without an allowed URL. */
const allowedProperties = (tagName: string, properties: Properties): Properties | null => {
  if (tagName === "ol") return { start: properties["start"] }
  if (tagName !== "a" && tagName !== "img") return {}
  const url = allowedUrl(attributeText(properties[tagName === "a" ? "href" : "src"]))
  return url === null ? null : tagName === "a" ? { href: url } : { src: url, alt: attributeText(properties["alt"]).replace(/[<>]/g, "") }
}

/**
 * Replaces frames of known platforms by a paragraph with a link to their page, and normalizes the URLs of links and
 * images.
 */
const prepare = (node: ElementContent): ElementContent => {
  if (node.type !== "element") return node
  const { children, properties, tagName } = node
  if (tagName === "iframe" || tagName === "embed") {
    const media = mediaEmbed(attributeText(properties["src"]).trim())
    return media === null
      ? node
      : { type: "element", tagName: "p", properties: {}, children: [linkTo(media.url, media.url)] }
  }
  const allowed = allowedProperties(tagName, properties)
  if (allowed === null) {
    return tagName === "img"
      ? { type: "text", value: "" }
      : { ...node, tagName: "span", children: children.map(prepare) }
  }
  return { type: "element", tagName, properties: allowed, children: children.map(prepare) }
}

const isEmpty = ({ children, tagName }: Element): boolean =>
  children.length === 0 && tagName !== "br" && tagName !== "img" && !blockElements.has(tagName)

/** Removes empty texts and inline elements. */
const prune = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
  children.flatMap((child): ReadonlyArray<ElementContent> => {
    if (child.type === "text") return child.value === "" ? [] : [child]
    if (child.type !== "element") return []
    const element = { ...child, children: prune(child.children) }
    return isEmpty(element) ? [] : [element]
  })

/** Sanitises a tree by the allow-list `markupSchema`. */
export const secureMarkup = (root: Root): Root => {
  const safe = sanitize({ type: "root", children: contentOf(root).map(prepare) }, markupSchema)
  return { type: "root", children: safe.type === "root" ? prune(liftBlocks(contentOf(safe))) : [] }
}
