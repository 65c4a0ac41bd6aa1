import { dirname, join, normalize } from "node:path/posix"
import type { FileRule } from "../Repository.js"

const withoutCode = (text: string): string => text.replaceAll(/^ *```[^]*?^ *```/gm, (code) => code.replaceAll(/[^\n]/g, ""))

/** The anchors of a document's headings, as GitHub makes them. */
export const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading.toLowerCase().replaceAll(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-")
    )
  )

/**
 * Links of a document lead to existing files, and to headings of documents. `files` has the anchors of each path; null
 * for a file that is no document. Links to the web are not checked.
 */
export const links = (files: ReadonlyMap<string, ReadonlySet<string> | null>): FileRule => ({ path, text }) =>
  withoutCode(text).split("\n").flatMap((content, index) =>
    [...content.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, target = "", anchor]) => {
      if (/^https?:\/\//.test(target)) return []
      const anchors = files.get(target === "" ? path : normalize(join(dirname(path), target)))
      if (anchors === undefined) return [{ path, line: index + 1, message: `${target} is not there` }]
      if (anchor === undefined || anchors === null || anchors.has(anchor)) return []
      return [{ path, line: index + 1, message: `${target}#${anchor} is not there` }]
    })
  )

const mentionedPath = /`((?:core|adapters|http|conformance|benchmarks|docs)\/[\w./-]*\w)`/g

/** The paths that documents name in code spans are files or folders of the repository. Built files are not. */
export const mentions = (paths: ReadonlySet<string>): FileRule => ({ path, text }) => {
  const isThere = (named: string): boolean => paths.has(named) || [...paths].some((each) => each.startsWith(`${named}/`))
  return text.split("\n").flatMap((line, index) =>
    [...line.matchAll(mentionedPath)].flatMap(([, named = ""]) =>
      isThere(named) || named.includes("/dist") ? [] : [{ path, line: index + 1, message: `${named} is not there` }]
    )
  )
}
