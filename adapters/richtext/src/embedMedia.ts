import { mediaEmbed } from "@agenda-engine/core/domain/MediaEmbed"
import type { ElementContent, Root } from "hast"
import { contentOf } from "./secureMarkup.js"

const textOf = (node: ElementContent): string =>
  node.type === "text" ? node.value : node.type === "element" ? node.children.map(textOf).join("") : ""

const withFrames = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
  children.flatMap((child): ReadonlyArray<ElementContent> => {
    if (child.type !== "element") return [child]
    const { href } = child.properties
    const media = child.tagName === "a" && typeof href === "string" ? mediaEmbed(href) : null
    if (media === null) return [{ ...child, children: withFrames(child.children) }]
    const frame: ElementContent = { type: "raw", value: media.html }
    const label = child.children.map(textOf).join("").trim()
    return href === label || `http://${label}` === href || label === "" ? [frame] : [...child.children, { type: "text", value: " " }, frame]
  })

/** The tree with every link to known media replaced by its frame; a label other than the URL stays, before the frame. */
export const embedMedia = (root: Root): Root => ({ type: "root", children: withFrames(contentOf(root)) })
