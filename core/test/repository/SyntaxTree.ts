import ts from "typescript"
import type { Finding, RepositoryFile } from "./Repository.js"

/** What `make` makes of a thing, made once for each: every rule looks at every file. */
const onceEach = <K extends object, V>(make: (key: K) => V): (key: K) => V => {
  const made = new WeakMap<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const value = make(key)
    made.set(key, value)
    return value
  }
}

/** A file as the compiler reads it. */
export const parse = onceEach(({ path, text }: RepositoryFile): ts.SourceFile =>
  ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
)

/** Every node of a tree, parents first. */
export const nodesOf = onceEach((node: ts.Node): ReadonlyArray<ts.Node> => {
  const nodes: Array<ts.Node> = []
  const visit = (next: ts.Node): void => {
    nodes.push(next)
    ts.forEachChild(next, visit)
  }
  visit(node)
  return nodes
})

/** A finding at a node. */
export const findingAt = (source: ts.SourceFile, node: ts.Node, message: string): Finding => ({
  path: source.fileName,
  line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
  message
})

/** Whether a node has a doc comment that says something. */
export const isDocumented = (node: ts.Node): boolean =>
  ts.getJSDocCommentsAndTags(node).some((doc) => ts.isJSDoc(doc) && (ts.getTextOfJSDocComment(doc.comment) ?? "").trim() !== "")
