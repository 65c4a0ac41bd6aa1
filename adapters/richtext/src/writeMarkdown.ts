import type { Root } from "hast"
import { type Handle, toMdast } from "hast-util-to-mdast"
import type { Text } from "mdast"
import { type Handle as Write, toMarkdown } from "mdast-util-to-markdown"
import { spellOutTables } from "./spellOutTables.js"
import { tidyBlocks } from "./tidyBlocks.js"

/** CommonMark has no word for what is struck through: its text stays. */
const withoutMark: Handle = (state, element) => state.all(element)

/** Two spaces and a line end: what every reader of markdown takes for a line break. */
const writeBreak: Write = () => "  \n"

/** Most texts: what markdown takes for nothing but text, wherever it stands. The writer would try some forty patterns on each. */
const isPlain = /^\p{L}(?:[\p{L}\p{N} ,;:.?!%/()'"’«»–—…-]*[\p{L}\p{N},;:.?)])?$/u

/** A `<` of the text as a reference: readers older than CommonMark do not know that `\<` is no tag. */
const writeText: Write = (node: Text, _parent, state, info) =>
  isPlain.test(node.value)
    ? node.value
    : state.safe(node.value, info).replace(/\\([\\<])/g, (pair: string, char: string) => char === "<" ? "&lt;" : pair)

/** The markdown (CommonMark) of a safe tree. */
export const writeMarkdown = (root: Root): string => {
  const tree = toMdast(spellOutTables(root), {
    document: true,
    handlers: { del: withoutMark, s: withoutMark, strike: withoutMark }
  })
  return toMarkdown({ type: "root", children: tree.type === "root" ? tidyBlocks(tree.children) : [] }, {
    bullet: "-",
    rule: "-",
    listItemIndent: "one",
    // No `<https://…>`: what is stored holds no sign that an HTML reader could take for a tag.
    resourceLink: true,
    handlers: { break: writeBreak, text: writeText }
  }).trimEnd()
}
