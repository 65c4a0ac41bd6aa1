import type { ElementContent, Root } from "hast"

/** What a tree holds; a doctype says nothing. */
export const contentOf = (root: Root): Array<ElementContent> => root.children.filter((child) => child.type !== "doctype")
