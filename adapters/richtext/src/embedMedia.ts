import { type MediaEmbed, mediaEmbed } from "@agenda-engine/core/domain/media/MediaEmbed"
import type { ElementContent, Root } from "hast"
import { fromParse5 } from "hast-util-from-parse5"
import { parseFragment } from "parse5"
import { contentOf } from "./markupSchema.js"

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
export const embedMedia = (root: Root): Root => ({ type: "root", children: withFrames(contentOf(root)) })
