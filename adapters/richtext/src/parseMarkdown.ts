import type { Nodes, Parents, Root, Text } from "mdast"
import { fromMarkdown } from "mdast-util-from-markdown"
import { depth_max } from "./markupLimits.js"

/** Whether a node or one below it is like this, without recursion. */
export const someNode = (root: Nodes, like: (node: Nodes) => boolean): boolean => {
  const waiting: Array<Nodes> = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (like(node)) return true
    if ("children" in node) for (const child of node.children) waiting.push(child)
  }
  return false
}

/** The text below a node, without recursion. */
const textBelow = (parent: Parents): string => {
  let text = ""
  const waiting: Array<Nodes> = [...parent.children].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ("value" in node && node.type !== "html") text += node.value
    else if ("children" in node) for (const child of [...node.children].reverse()) waiting.push(child)
  }
  return text
}

/** Makes text of what is nested too deeply. */
const bound = (root: Root): void => {
  const waiting: Array<{ readonly parent: Parents; readonly depth: number }> = [{ parent: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { depth, parent } = next
    if (depth >= depth_max) {
      const text: Text = { type: "text", value: textBelow(parent) }
      if (parent.type === "blockquote" || parent.type === "listItem") parent.children = [{ type: "paragraph", children: [text] }]
      else if (parent.type === "paragraph" || parent.type === "emphasis" || parent.type === "strong") parent.children = [text]
    }
    for (const child of parent.children) if ("children" in child) waiting.push({ parent: child, depth: depth + 1 })
  }
}

/** Reads markdown (CommonMark 0.31). */
export const parseMarkdown = (markdown: string): Root => {
  const root = fromMarkdown(markdown)
  bound(root)
  return root
}
