import type { Element } from "hast"

/** A link labelled with a text. */
export const linkTo = (url: string, text: string): Element => ({
  type: "element",
  tagName: "a",
  properties: { href: url },
  children: [{ type: "text", value: text }]
})
