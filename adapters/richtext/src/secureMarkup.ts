import { mediaEmbed } from "@agenda-engine/core/domain/MediaEmbed"
import { urlsIn } from "@agenda-engine/core/domain/urlsIn"
import type { Element, ElementContent, Properties, Root } from "hast"
import { sanitize } from "hast-util-sanitize"
import { attributeText } from "./attributeText.js"
import { contentOf } from "./contentOf.js"
import { liftBlocks } from "./liftBlocks.js"
import { blockElements, markupSchema } from "./markupSchema.js"

/** An absolute URL of a scheme that a description may link to. */
const safeUrl = /^(?:https?:\/\/[^/?#]|mailto:[^?#]|tel:[+\d(])/

/**
 * A URL as it may stay: scheme in lower case, no white space around it, what no URL may hold percent-encoded, `//…` and `www.…` made
 * absolute; null for any other.
 */
export const allowedUrl = (url: string): string | null => {
  // A browser drops these when it reads an address (URL Standard, 4.4).
  const bare = url.replace(/[\t\n\r]/g, "").trim().replace(/[\s\p{Cc}<>"`{|}\\^]/gu, encodeURIComponent)
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

const linkTo = (url: string, text: string): Element => ({
  type: "element",
  tagName: "a",
  properties: { href: url },
  children: [{ type: "text", value: text }]
})

/** The attributes that stay, addresses as `allowedUrl`; null for a link or an image that leads nowhere it may. */
const keptProperties = (tagName: string, properties: Properties): Properties | null => {
  if (tagName === "ol") return { start: properties["start"] }
  if (tagName !== "a" && tagName !== "img") return {}
  const url = allowedUrl(attributeText(properties[tagName === "a" ? "href" : "src"]))
  return url === null ? null : tagName === "a" ? { href: url } : { src: url, alt: attributeText(properties["alt"]).replace(/[<>]/g, "") }
}

/** Frames of known platforms as links to the page they show, in a paragraph of their own; links and images with the addresses they may have. */
const prepared = (node: ElementContent): ElementContent => {
  if (node.type !== "element") return node
  const { children, properties, tagName } = node
  if (tagName === "iframe" || tagName === "embed") {
    const media = mediaEmbed(attributeText(properties["src"]).trim())
    return media === null
      ? node
      : { type: "element", tagName: "p", properties: {}, children: [linkTo(media.url, media.url)] }
  }
  const kept = keptProperties(tagName, properties)
  if (kept === null) return tagName === "img" ? { type: "text", value: "" } : { ...node, tagName: "span", children: children.map(prepared) }
  return { type: "element", tagName, properties: kept, children: children.map(prepared) }
}

const email = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?![\w@-])/gi

/** What every URL or e-mail address in a text holds, and few other texts. */
const linkSign = /:\/\/|www\.|@/i

/** A text with its URLs and e-mail addresses as links. */
const linked = (value: string): ReadonlyArray<ElementContent> => {
  if (value !== "" && !linkSign.test(value)) return [{ type: "text", value }]
  const found = [
    ...urlsIn(value).map(({ at, text, url }) => ({ at, text, url })),
    ...Array.from(value.matchAll(email), (match) => ({ at: match.index, text: match[0], url: `mailto:${match[0]}` }))
  ].sort((one, other) => one.at - other.at)
  const parts: Array<ElementContent> = []
  let done = 0
  for (const { at, text, url } of found) {
    const href = allowedUrl(url)
    if (at < done || href === null) continue
    if (at > done) parts.push({ type: "text", value: value.slice(done, at) })
    parts.push(linkTo(href, text))
    done = at + text.length
  }
  if (done < value.length) parts.push({ type: "text", value: value.slice(done) })
  return parts
}

const unlinked = new Set(["a", "code", "kbd", "pre", "samp", "tt", "var"])

const isEmpty = ({ children, tagName }: Element): boolean =>
  children.length === 0 && tagName !== "br" && tagName !== "img" && !blockElements.has(tagName)

/** Links made of the URLs in texts; inline elements that hold nothing go. */
const finished = (children: ReadonlyArray<ElementContent>, linking: boolean): Array<ElementContent> =>
  children.flatMap((child): ReadonlyArray<ElementContent> => {
    if (child.type === "text") return linking ? linked(child.value) : child.value === "" ? [] : [child]
    if (child.type !== "element") return []
    const element = { ...child, children: finished(child.children, linking && !unlinked.has(child.tagName)) }
    return isEmpty(element) ? [] : [element]
  })

/** The tree with nothing in it but what a description may hold (`markupSchema`), and links made of the URLs in its texts. */
export const secureMarkup = (root: Root): Root => {
  const safe = sanitize({ type: "root", children: contentOf(root).map(prepared) }, markupSchema)
  return { type: "root", children: safe.type === "root" ? finished(liftBlocks(contentOf(safe)), true) : [] }
}
