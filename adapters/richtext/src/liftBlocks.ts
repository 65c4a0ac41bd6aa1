import type { Element, ElementContent } from "hast"
import { blockElements } from "./markupSchema.js"

const isBlock = (node: ElementContent): boolean => node.type === "element" && blockElements.has(node.tagName)

/** The inline elements that markdown has a mark for; what these enclose keeps it when they are divided. */
const marks = new Set(["a", "b", "em", "i", "mark", "strong", "u"])

/** Blocks that hold no other. */
const leaves = /^(?:h[1-6]|p)$/

const isWhite = (node: ElementContent): boolean => node.type === "text" && node.value.trim() === ""

/** A block with what it holds inside of `around`. */
const enclose = (around: Element, block: Element): Element => {
  if (block.tagName === "pre") return block
  if (!leaves.test(around.tagName) || !leaves.test(block.tagName)) return { ...block, children: divide(around, block.children) }
  return block.tagName === "p" ? { ...around, children: block.children } : block
}

/** What `around` holds, divided into blocks and runs of the rest, each inside of an `around` of its own. */
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
 * The content with no block in an inline element, a paragraph or a heading: `<b><p>…</p></b>` is `<p><b>…</b></p>`. Browsers show either,
 * markdown knows only the second.
 */
export const liftBlocks = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
  children.flatMap((child): ReadonlyArray<ElementContent> => {
    if (child.type !== "element") return [child]
    const inside = liftBlocks(child.children)
    const whole = { ...child, children: inside }
    if (!inside.some(isBlock)) return [whole]
    if (leaves.test(child.tagName) || marks.has(child.tagName)) return divide(whole, inside)
    return isBlock(child) ? [whole] : inside
  })
