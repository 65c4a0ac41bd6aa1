import type { FileRule } from "../Repository.js"

const packageOf = (specifier: string): string => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/** A package that a document installs, with the range that it names; else `latest`. */
export interface Installed {
  readonly name: string
  readonly range: string
}

/** The packages that the commands `npm install` of a document name. */
export const installedBy = (text: string): ReadonlyArray<Installed> =>
  [...text.matchAll(/^npm install((?:.*\\\n)*.*)$/gm)].flatMap(([, words = ""]) =>
    words.replaceAll("\\\n", " ").split("#", 1).join("").split(/\s+/).filter((word) => word !== "" && !word.startsWith("-")).map((word) => {
      const [, name = word, range = "latest"] = /^(.+?)@([\^~\d].*)$/.exec(word) ?? []
      return { name, range }
    })
  )

/** Packages whose latest release is of another line than the one that the engine takes. */
const ranged = /^(?:effect|@effect\/.*|better-sqlite3|vitest)$/

/** Finds commands that install the latest release of a package whose line matters. */
export const withRanges: FileRule = ({ path, text }) =>
  installedBy(text)
    .filter(({ name, range }) => range === "latest" && ranged.test(name))
    .map(({ name }) => ({ path, line: 1, message: `npm install ${name} has no range: its latest release is of another line` }))

/**
 * Finds imports in the TypeScript of a document of packages that the document does not install. pnpm gives a program
 * only the packages that are named in its own manifest.
 */
export const installed: FileRule = ({ path, text }) => {
  const named = new Set(installedBy(text).map(({ name }) => name))
  return [...text.matchAll(/```tsx?\n([^]*?)```/g)].flatMap((block) =>
    [...(block[1] ?? "").matchAll(/(?:from|import) "([^".][^"]*)"/g)].flatMap(([, specifier = ""]) => {
      const name = packageOf(specifier)
      if (specifier.startsWith("node:") || named.has(name)) return []
      return [{ path, line: text.slice(0, block.index).split("\n").length, message: `${name} is imported, and no npm install names it` }]
    })
  )
}
