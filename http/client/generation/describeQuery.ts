import { isNode, listAt, type Node, nodeAt, textAt } from "./Json.js"

const isWhole = (word: unknown): word is string => typeof word === "string" && /^-?\d+$/.test(word)

const isTruth = (word: unknown): boolean => ["0", "1", "false", "true", "null"].some((truth) => truth === word)

/** A value as clients write it: booleans and numbers where the wire has words for them. */
const valueOf = (schema: Node): Node => {
  const { default: _, enum: _words, ...rest } = schema
  const words = listAt(schema, "enum")
  if (words.length === 0) return rest
  if (words.every(isTruth)) return { type: words.includes("null") ? ["boolean", "null"] : "boolean" }
  return words.every(isWhole) ? { enum: words.map(Number) } : { ...rest, enum: words }
}

const oneOrMany = (item: Node): Node => ({ anyOf: [item, { type: "array", items: item }] })

/** The value of a query parameter. A list takes one value, too, and a filter by a range or a box several. */
const parameterValue = (parameter: Node): Node => {
  const schema = nodeAt(parameter, "schema")
  if (schema["type"] === "array") return oneOrMany(valueOf(nodeAt(schema, "items")))
  return parameter["style"] === "deepObject" ? oneOrMany(valueOf(schema)) : valueOf(schema)
}

/** Parameters whose answers are not those of the operation: an export has operations of its own. */
const other = new Set(["format"])

/** The query of an operation as an object; null when it has none. */
export const describeQuery = (parameters: ReadonlyArray<unknown>): Node | null => {
  const asked = parameters.filter(isNode).filter((parameter) => parameter["in"] === "query" && !other.has(textAt(parameter, "name")))
  if (asked.length === 0) return null
  const members = asked.map((parameter) => [
    textAt(parameter, "name").replace(/\[\]$/, ""),
    { ...parameterValue(parameter), description: textAt(parameter, "description") }
  ])
  return { type: "object", properties: Object.fromEntries(members) }
}
