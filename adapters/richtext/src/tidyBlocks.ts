import type { ListItem, PhrasingContent, RootContent, TableRow } from "mdast"
import { splitLinks } from "./splitLinks.js"
import { tidyPhrases, trimPhrases } from "./tidyPhrases.js"

/**
 * Links the URLs and e-mail addresses in phrases that are ready to be written. Before, an address can be in several
 * texts that markdown makes one.
 */
const linkPhrases = (phrases: ReadonlyArray<PhrasingContent>): Array<PhrasingContent> =>
  phrases.flatMap((phrase): ReadonlyArray<PhrasingContent> => {
    switch (phrase.type) {
      case "text":
        return splitLinks(phrase.value).map(({ text, url }): PhrasingContent =>
          url === null ? { type: "text", value: text } : { type: "link", url, children: [{ type: "text", value: text }] }
        )
      case "strong":
      case "emphasis":
      case "delete":
        return [{ ...phrase, children: linkPhrases(phrase.children) }]
      default:
        return [phrase]
    }
  })

/** Splits a paragraph at two or more consecutive line breaks. */
const paragraphs = (phrases: ReadonlyArray<PhrasingContent>): ReadonlyArray<ReadonlyArray<PhrasingContent>> => {
  const groups: Array<Array<PhrasingContent>> = [[]]
  phrases.forEach((phrase, index) => {
    if (phrase.type === "break" && (phrases[index - 1]?.type === "break" || phrases[index + 1]?.type === "break")) groups.push([])
    else groups.at(-1)?.push(phrase)
  })
  return groups.map(trimPhrases).filter((each) => each.length > 0)
}

const onOneLine = (phrases: ReadonlyArray<PhrasingContent>): ReadonlyArray<PhrasingContent> =>
  phrases.map((phrase) =>
    phrase.type === "break"
      ? { type: "text", value: " " }
      : phrase.type === "strong" || phrase.type === "emphasis" || phrase.type === "delete" || phrase.type === "link"
      ? { ...phrase, children: [...onOneLine(phrase.children)] }
      : phrase
  )

/** Whether a node is a block that a description can contain. */
export const isBlock = (node: RootContent): node is ListItem["children"][number] =>
  node.type === "paragraph" || node.type === "heading" || node.type === "list" || node.type === "blockquote" || node.type === "code"
  || node.type === "table" || node.type === "thematicBreak"

/** Whether an item needs no blank line: one block, or one block and a list. */
const isTight = ({ children }: ListItem): boolean =>
  children.length === 1 || (children.length === 2 && children[0]?.type !== "list" && children[1]?.type === "list")

/**
 * Normalizes blocks so that markdown round-trips them: no empty blocks, paragraphs split at double line breaks,
 * headings on one line, loose lists only where needed. Links the URLs and e-mail addresses in texts.
 */
export const tidyBlocks = (blocks: ReadonlyArray<RootContent>): Array<ListItem["children"][number]> =>
  blocks.flatMap((block): ReadonlyArray<ListItem["children"][number]> => {
    switch (block.type) {
      case "paragraph":
        return paragraphs(tidyPhrases(block.children)).map((children) => ({ type: "paragraph", children: linkPhrases(children) }))
      case "heading": {
        const children = trimPhrases(tidyPhrases(onOneLine(block.children)))
        return children.length === 0 ? [] : [{ type: "heading", depth: block.depth, children: linkPhrases(children) }]
      }
      case "blockquote": {
        const children = tidyBlocks(block.children)
        return children.length === 0 ? [] : [{ type: "blockquote", children }]
      }
      case "list": {
        const items = block.children.flatMap((item): ReadonlyArray<ListItem> => {
          const children = tidyBlocks(item.children)
          return children.length === 0 ? [] : [{ type: "listItem", children }]
        })
        const spread = !items.every(isTight)
        return items.length === 0 ? [] : [{
          type: "list",
          ordered: block.ordered === true,
          start: block.start ?? null,
          spread,
          children: items.map((item) => ({ ...item, spread }))
        }]
      }
      case "table": {
        const rows = block.children.map((row): TableRow => ({
          type: "tableRow",
          children: row.children.map((cell) => ({
            type: "tableCell",
            children: linkPhrases(trimPhrases(tidyPhrases(onOneLine(cell.children))))
          }))
        }))
        return rows.every(({ children }) => children.every((cell) => cell.children.length === 0)) ? [] : [{ type: "table", children: rows }]
      }
      case "code":
        return block.value.trim() === "" ? [] : [{ type: "code", value: block.value }]
      default:
        return isBlock(block) ? [block] : []
    }
  })
