import ts from "typescript"
import type { FileRule } from "./Repository.js"
import { findingAt, nodesOf, parse } from "./SyntaxTree.js"

const namesIn = ({ importClause }: ts.ImportDeclaration): ReadonlyArray<string> => {
  const bindings = importClause?.namedBindings
  if (bindings === undefined) return []
  return ts.isNamespaceImport(bindings) ? [bindings.name.text] : bindings.elements.map(({ name }) => name.text)
}

const rootOf = (node: ts.Expression): ts.Expression => ts.isPropertyAccessExpression(node) ? rootOf(node.expression) : node

/**
 * Nothing is told by the class of an import: a host may have several copies of a package, each with a class of its own,
 * and `instanceof` is false across them.
 */
export const importedClasses: FileRule = (file) => {
  const source = parse(file)
  const imported = new Set(source.statements.filter(ts.isImportDeclaration).flatMap(namesIn))
  return nodesOf(source).flatMap((node) => {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.InstanceOfKeyword) return []
    const root = rootOf(node.right)
    return ts.isIdentifier(root) && imported.has(root.text)
      ? [findingAt(source, node, `instanceof ${root.text}: another copy of its package has another class; test by _tag`)]
      : []
  })
}
