import ts from "typescript"
import type { FileRule } from "./Repository.js"
import { findingAt, nodesOf, parse } from "./SyntaxTree.js"

const runners = new Set(["it", "test", "describe", "suite", "bench"])
const switches = new Set(["skip", "only", "todo", "skipIf", "runIf", "fails", "failing"])

const runnerOf = (node: ts.Expression): string | null => {
  if (ts.isIdentifier(node)) return node.text
  return ts.isPropertyAccessExpression(node) || ts.isCallExpression(node) ? runnerOf(node.expression) : null
}

/** Every test runs, whatever the machine: one that cannot run fails. */
export const runningTests: FileRule = (file) => {
  const source = parse(file)
  return nodesOf(source)
    .filter(ts.isPropertyAccessExpression)
    .filter(({ expression, name }) => switches.has(name.text) && runners.has(runnerOf(expression) ?? ""))
    .map((node) => findingAt(source, node, `.${node.name.text}: a test runs, or is taken out`))
}
