import { type MediaEmbed, mediaEmbed } from "@agenda-engine/core/domain/media/MediaEmbed"
import type { RichText } from "@agenda-engine/core/ports/RichText"
import type { ElementContent, Root } from "hast"
import { fromParse5 } from "hast-util-from-parse5"
import { toHtml as stringify } from "hast-util-to-html"
import { parseFragment } from "parse5"
import { isClean } from "./inspectMarkdown.js"
import { isHtml } from "./isHtml.js"
import { contentOf, linkTo } from "./markupSchema.js"
import { readHtml } from "./readHtml.js"
import { readMarkdown } from "./readMarkdown.js"
import { splitLinks } from "./splitLinks.js"
import { writeMarkdown } from "./writeMarkdown.js"

const unlinked = new Set(["a", "code", "kbd", "pre", "samp", "tt", "var"])

const linked = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
  children.flatMap((child): ReadonlyArray<ElementContent> =>
    child.type === "text"
      ? splitLinks(child.value).map(({ text, url }) => url === null ? { type: "text", value: text } : linkTo(url, text))
      : child.type === "element" && !unlinked.has(child.tagName)
      ? [{ ...child, children: linked(child.children) }]
      : [child]
  )

/** Links the URLs and e-mail addresses in the texts of a tree. */
const linkTexts = (root: Root): Root => ({ type: "root", children: linked(contentOf(root)) })

const textOf = (node: ElementContent): string =>
  node.type === "text" ? node.value : node.type === "element" ? node.children.map(textOf).join("") : ""

/** The embed frame, parsed from the same HTML as in an event's `links`. */
const frameOf = ({ html }: MediaEmbed): ReadonlyArray<ElementContent> => {
  const tree = fromParse5(parseFragment(html))
  return tree.type === "root" ? contentOf(tree) : []
}

const withFrames = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
  children.flatMap((child): ReadonlyArray<ElementContent> => {
    if (child.type !== "element") return [child]
    const { href } = child.properties
    const media = child.tagName === "a" && typeof href === "string" ? mediaEmbed(href) : null
    if (media === null) return [{ ...child, children: withFrames(child.children) }]
    const label = child.children.map(textOf).join("").trim()
    return href === label || `http://${label}` === href || label === ""
      ? frameOf(media)
      : [...child.children, { type: "text", value: " " }, ...frameOf(media)]
  })

/** Replaces every link to known media by its embed frame. A label that differs from the URL stays before the frame. */
const embedMedia = (root: Root): Root => ({ type: "root", children: withFrames(contentOf(root)) })

const writeHtml = (root: Root): string => stringify(root, { characterReferences: { useNamedReferences: true } }).trim()

/** Writers cannot escape beside lone surrogates, so they become U+FFFD first, as in all stored texts. */
const withoutLoneSurrogates = (text: string): string => text.replace(/\p{Cs}/gu, "\uFFFD")

/** `RichText` by markdown-it, parse5 and hast-util-sanitize. */
export const richText: RichText["Type"] = {
  isHtml,
  toMarkdown: (html) => writeMarkdown(readHtml(withoutLoneSurrogates(html))),
  cleanMarkdown: (markdown) => {
    const text = withoutLoneSurrogates(markdown)
    return isClean(text) ? text : writeMarkdown(readMarkdown(text))
  },
  toHtml: (markdown) => writeHtml(linkTexts(readMarkdown(markdown))),
  toHtmlWithEmbeds: (markdown) => writeHtml(embedMedia(linkTexts(readMarkdown(markdown))))
}
