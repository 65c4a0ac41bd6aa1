import type { FileRule } from "../Repository.js"

/** A citation may be broken between two lines of a comment. */
const citation = /wire\.md(?:[\s*]+(§\d+))?/g

/** The sections of the specification that a document lists in its table, such as `§5`. */
export const sectionsOf = (markdown: string): ReadonlySet<string> =>
  new Set([...markdown.matchAll(/^\| wire\.md (§\d+) +\|/gm)].flatMap(([, section]) => section ?? []))

/** Citations of the specification name a section that its page lists: readers cannot search what is not here. */
export const citedSections = (sections: ReadonlySet<string>): FileRule => ({ path, text }) =>
  [...text.matchAll(citation)].flatMap(({ 1: section = "", index }) =>
    sections.has(section) ? [] : [{
      path,
      line: text.slice(0, index).split("\n").length,
      message: `wire.md ${section}: docs/specification.md does not list it`
    }]
  )
