import type { ElementContent, Root } from "hast"
import { contentOf, linkTo } from "./markupSchema.js"
import { splitLinks } from "./splitLinks.js"

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
export const linkTexts = (root: Root): Root => ({ type: "root", children: linked(contentOf(root)) })
