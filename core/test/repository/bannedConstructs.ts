import ts from "typescript"
import type { FileRule, Finding } from "./Repository.js"
import { findingAt, nodesOf, parse } from "./SyntaxTree.js"

/** The constructs that may stand only in files that are named here, each with why. */
export type Construct = "Date" | "any" | "as" | "!" | "Math.random" | "process.env" | "suppression"

const advice: Record<Construct, string> = {
  "Date": "instants are epoch milliseconds; services read effect/Clock",
  "any": "say the type, or unknown and narrow it",
  "as": "decode with Schema, or narrow with a guard",
  "!": "narrow, or make the absence impossible",
  "Math.random": "use effect/Random, or Secrets for what must not be guessed",
  "process.env": "settings come through effect/Config",
  "suppression": "mend what the tool complains about"
}

/** A construct in a file where the rules of the house make room for it. */
export interface Exemption {
  readonly path: string
  readonly construct: Construct
  readonly reason: string
}

const isName = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name

const namesSomethingElse = (node: ts.Node): boolean =>
  (ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)
  || (ts.isQualifiedName(node.parent) && node.parent.right === node)
  || (ts.isPropertyAssignment(node.parent) && node.parent.name === node)
  || (ts.isPropertySignature(node.parent) && node.parent.name === node)

const isMember = (node: ts.Node, object: string, member: string): boolean =>
  (ts.isPropertyAccessExpression(node) && isName(node.expression, object) && node.name.text === member)
  || (ts.isElementAccessExpression(node) && isName(node.expression, object) && ts.isStringLiteral(node.argumentExpression)
    && node.argumentExpression.text === member)

const constructOf = (node: ts.Node): Construct | null => {
  if (isName(node, "Date") && !namesSomethingElse(node)) return "Date"
  if (node.kind === ts.SyntaxKind.AnyKeyword) return "any"
  if (ts.isAsExpression(node)) return ts.isConstTypeReference(node.type) ? null : "as"
  if (ts.isTypeAssertionExpression(node)) return "as"
  if (ts.isNonNullExpression(node)) return "!"
  if ((ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)) && node.exclamationToken !== undefined) return "!"
  if (isMember(node, "Math", "random")) return "Math.random"
  if (isMember(node, "process", "env")) return "process.env"
  return null
}

const suppressions = /@ts-(ignore|expect-error|nocheck)|(oxlint|eslint)-disable|dprint-ignore/

const suppressionsOf = (source: ts.SourceFile): ReadonlyArray<Finding> => {
  if (!suppressions.test(source.text)) return []
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.Standard, source.text)
  const findings: Array<Finding> = []
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const isComment = token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia
    if (!isComment || !suppressions.test(scanner.getTokenText())) continue
    const line = source.getLineAndCharacterOfPosition(scanner.getTokenStart()).line + 1
    findings.push({ path: source.fileName, line, message: `suppression: ${advice.suppression}` })
  }
  return findings
}

/** Finds constructs that the rules of the house ban, but where an exemption makes room for them. */
export const bannedConstructs = (exemptions: ReadonlyArray<Exemption>): FileRule => (file) => {
  const source = parse(file)
  const exempt = new Set(exemptions.filter(({ path }) => path === file.path).map(({ construct }) => construct))
  const found = nodesOf(source).flatMap((node) => {
    const construct = constructOf(node)
    return construct === null || exempt.has(construct) ? [] : [findingAt(source, node, `${construct}: ${advice[construct]}`)]
  })
  return exempt.has("suppression") ? found : [...found, ...suppressionsOf(source)]
}
