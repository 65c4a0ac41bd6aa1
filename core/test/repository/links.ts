import { dirname, join, normalize } from "node:path/posix"
import type { FileRule } from "./Repository.js"

/** Links of a document lead to files that there are, or to the web. */
export const links = (paths: ReadonlySet<string>): FileRule => ({ path, text }) =>
  text.split("\n").flatMap((content, index) =>
    [...content.matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)]
      .map(([, target = ""]) => target)
      .filter((target) => !/^https?:\/\//.test(target) && !paths.has(normalize(join(dirname(path), target))))
      .map((target) => ({ path, line: index + 1, message: `${target} is not there` }))
  )
