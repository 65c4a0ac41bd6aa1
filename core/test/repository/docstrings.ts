import ts from "typescript"
import type { FileRule } from "./Repository.js"
import { findingAt, isDocumented, nodesOf, parse } from "./SyntaxTree.js"

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)

const nameOf = (node: ts.Statement): string => {
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.map(({ name }) => name.getText()).join(", ")
  const name = ts.getNameOfDeclaration(ts.isClassDeclaration(node) || ts.isFunctionDeclaration(node) ? node : undefined)
  return name?.getText() ?? "this export"
}

/** Every export says what it is. What is exported again from elsewhere is described there. */
export const documentedExports: FileRule = (file) => {
  const source = parse(file)
  return source.statements
    .filter((statement) => isExported(statement) && !isDocumented(statement))
    .map((statement) => findingAt(source, statement, `${nameOf(statement)} has no docstring`))
}

const membersOf = (call: ts.CallExpression): ReadonlyArray<ts.TypeElement> =>
  (call.typeArguments ?? []).flatMap((type) => ts.isTypeLiteralNode(type) ? [...type.members] : [])

/** Every member of a service or port says what it does, and how it fails. */
export const documentedMembers: FileRule = (file) => {
  const source = parse(file)
  return nodesOf(source)
    .filter(ts.isHeritageClause)
    .flatMap(nodesOf)
    .filter(ts.isCallExpression)
    .flatMap(membersOf)
    .filter((member) => !isDocumented(member))
    .map((member) => findingAt(source, member, `${member.name?.getText() ?? "this member"} has no docstring`))
}
