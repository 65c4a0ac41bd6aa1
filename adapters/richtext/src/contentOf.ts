import type { ElementContent, Root } from "hast"

/** The children of a tree, without a doctype. */
export const contentOf = (root: Root): Array<ElementContent> => root.children.filter((child) => child.type !== "doctype")
