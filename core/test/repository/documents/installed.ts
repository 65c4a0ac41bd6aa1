import type { FileRule } from "../Repository.js"

const packageOf = (specifier: string): string => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")

/** The packages that the commands `npm install` of a document name, without versions. */
const installedBy = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^npm install((?:.*\\\n)*.*)$/gm)].flatMap(([, words = ""]) =>
      words.replaceAll("\\\n", " ").split("#", 1).join("").split(/\s+/).map((word) => word.replace(/(?<=.)@[\^~\d].*$/, ""))
    )
  )

/**
 * Finds imports in the TypeScript of a document of packages that the document does not install. pnpm gives a program
 * only the packages that are named in its own manifest.
 */
export const installed: FileRule = ({ path, text }) => {
  const named = installedBy(text)
  return [...text.matchAll(/```tsx?\n([^]*?)```/g)].flatMap((block) =>
    [...(block[1] ?? "").matchAll(/(?:from|import) "([^".][^"]*)"/g)].flatMap(([, specifier = ""]) => {
      const name = packageOf(specifier)
      if (specifier.startsWith("node:") || named.has(name)) return []
      return [{ path, line: text.slice(0, block.index).split("\n").length, message: `${name} is imported, and no npm install names it` }]
    })
  )
}
