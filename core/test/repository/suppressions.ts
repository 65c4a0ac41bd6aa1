import ts from "typescript"
import type { FileRule, Finding } from "./Repository.js"
import { parse } from "./SyntaxTree.js"

const suppression = /@ts-(ignore|expect-error|nocheck)|(oxlint|eslint)-disable|dprint-ignore/

/** Finds comments that turn a tool off. */
export const suppressions: FileRule = (file) => {
  const source = parse(file)
  if (!suppression.test(source.text)) return []
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.Standard, source.text)
  const findings: Array<Finding> = []
  for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
    const isComment = token === ts.SyntaxKind.SingleLineCommentTrivia || token === ts.SyntaxKind.MultiLineCommentTrivia
    if (!isComment || !suppression.test(scanner.getTokenText())) continue
    const line = source.getLineAndCharacterOfPosition(scanner.getTokenStart()).line + 1
    findings.push({ path: file.path, line, message: "suppression: mend what the tool complains about" })
  }
  return findings
}
