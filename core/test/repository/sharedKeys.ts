import ts from "typescript"
import type { Finding, RepositoryFile } from "./Repository.js"
import { findingAt, nodesOf, parse } from "./SyntaxTree.js"

const isTagged = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && /(^|\.)(Tag|Reference|GenericTag)(<.*>\(\))?$/s.test(node.expression.getText())

/** Keys of Context tags and references that an earlier one has: Effect takes the two for one service. */
export const sharedKeys = (files: ReadonlyArray<RepositoryFile>): ReadonlyArray<Finding> => {
  const seen = new Set<string>()
  return files.flatMap((file) => {
    const source = parse(file)
    return nodesOf(source).filter(isTagged).flatMap((node) => {
      const [key] = node.arguments
      if (key === undefined || !ts.isStringLiteral(key)) return []
      const isShared = seen.has(key.text)
      seen.add(key.text)
      return isShared ? [findingAt(source, node, `another service has the key ${key.text}`)] : []
    })
  })
}
