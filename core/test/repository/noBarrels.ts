import ts from "typescript"
import type { FileRule } from "./Repository.js"
import { findingAt, parse } from "./SyntaxTree.js"

/** No file gathers the exports of others: an import says where a thing is. */
export const noBarrels: FileRule = (file) => {
  const source = parse(file)
  return source.statements
    .filter((statement) => ts.isExportDeclaration(statement) && statement.exportClause === undefined)
    .map((statement) => findingAt(source, statement, "no barrels: import from where it is"))
}
