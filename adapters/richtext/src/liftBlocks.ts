import type { Element, ElementContent } from "hast"
import { blockElements } from "./markupSchema.js"

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
export const liftBlocks = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
  children.flatMap((child): ReadonlyArray<ElementContent> => {
    if (child.type !== "element") return [child]
    const inside = liftBlocks(child.children)
    const whole = { ...child, children: inside }
    if (!inside.some(isBlock)) return [whole]
    if (leaves.test(child.tagName) || markedElements.has(child.tagName)) return divide(whole, inside)
    return isBlock(child) ? [whole] : inside
  })
