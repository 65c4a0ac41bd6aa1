import { dirname } from "node:path/posix"
import type { FileRule, Finding } from "./Repository.js"

/** Lines of the longest source file. */
export const lines_max = 400

const vague = /^(utils?|helpers?|common|misc|shared|lib|index|stuff|base)$/i

const atTop =
  /^(package(-lock)?\.json|tsconfig(\.\w+)?\.json|[\w.]+\.config\.ts|dprint\.json|knip\.json|(README|ARCHITECTURE|CONTRIBUTING|CHANGELOG)\.md|LICENSE|\..+|(core|adapters|http|conformance|benchmarks|docs)\/.+)$/

/** Finds paths that are outside the fixed top level, or that name nothing. */
export const wellNamed = (path: string): ReadonlyArray<Finding> => {
  const names = path.split("/").filter((name) => !name.startsWith(".")).map((name) => name.replace(/\..*$/, ""))
  return [
    ...(atTop.test(path) ? [] : [{ path, line: 1, message: "the top level is fixed: this belongs in one of its folders" }]),
    ...names.filter((name) => vague.test(name)).map((name) => ({
      path,
      line: 1,
      message: `"${name}" says nothing: name the noun or the verb`
    }))
  ]
}

/** A source file is short enough to be read at one go. */
export const shortEnough: FileRule = ({ path, text }) => {
  const lines = text.split("\n").length - 1
  return lines > lines_max ? [{ path, line: lines_max + 1, message: `${lines} lines: ${lines_max} at most, split it by noun or verb` }] : []
}

/** Files of the largest folder. */
export const files_max = 20

/**
 * Finds folders with too many files: more than a reader takes in at a glance. A release empties `.changeset`, and
 * settings of the compiler do not count.
 */
export const smallFolders = (paths: ReadonlyArray<string>): ReadonlyArray<Finding> => {
  const counts = new Map<string, number>()
  const counted = paths.filter((path) => !path.endsWith("/tsconfig.json"))
  for (const path of counted.map(dirname).filter((folder) => folder !== ".changeset")) counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...counts].flatMap(([path, count]) =>
    count > files_max ? [{ path, line: 1, message: `${count} files: ${files_max} at most, divide the folder by concept` }] : []
  )
}

const unfinished = /\b(T[O]DO|F[I]XME|X[X]X|H[A]CK)\b/

const machine = /\/(w[o]rk|r[o]ot|h[o]me)\//

/** Nothing is left for later, and nothing speaks of the machine it was written on. */
export const finished: FileRule = ({ path, text }) =>
  text.split("\n").flatMap((content, index) => [
    ...(unfinished.test(content) ? [{ path, line: index + 1, message: "finish it, or open an issue" }] : []),
    ...(machine.test(content) ? [{ path, line: index + 1, message: "a path of one machine" }] : [])
  ])
