import { pathOf, specifierOf } from "./importArrows.js"
import type { Finding, RepositoryFile } from "./Repository.js"
import { nodesOf, parse } from "./SyntaxTree.js"

const importsOf = (file: RepositoryFile): ReadonlyArray<string> =>
  nodesOf(parse(file)).flatMap((node) => {
    const specifier = specifierOf(node)
    const imported = specifier === null ? null : pathOf(file.path, specifier.text)
    return imported === null ? [] : [imported.replace(/(\.js)?$/, ".ts")]
  })

/** Import circles between files, circles of types included. Each circle is reported once, at its first file. */
export const importCircles = (files: ReadonlyArray<RepositoryFile>): ReadonlyArray<Finding> => {
  const imports = new Map(files.map((file) => [file.path, importsOf(file)]))
  const done = new Set<string>()
  const findings: Array<Finding> = []
  const visit = (path: string, trail: ReadonlyArray<string>): void => {
    const begin = trail.indexOf(path)
    if (begin >= 0) findings.push({ path, line: 1, message: `imports itself: ${[...trail.slice(begin), path].join(" > ")}` })
    if (begin >= 0 || done.has(path)) return
    for (const imported of imports.get(path) ?? []) visit(imported, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return findings
}
