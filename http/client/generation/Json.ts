/** A JSON object of an OpenAPI document. */
export interface Node {
  readonly [key: string]: unknown
}

/** Whether a value is a JSON object. */
export const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/** A member that is an object; empty when it is absent. */
export const nodeAt = (node: Node, key: string): Node => {
  const member = node[key]
  return isNode(member) ? member : {}
}

/** A member that is a list; empty when it is absent. */
export const listAt = (node: Node, key: string): ReadonlyArray<unknown> => {
  const member = node[key]
  return isList(member) ? member : []
}

/** A member that is text; empty when it is absent. */
export const textAt = (node: Node, key: string): string => {
  const member = node[key]
  return typeof member === "string" ? member : ""
}

/** A reference to a schema of the document. */
export const refTo = (name: string): Node => ({ $ref: `#/components/schemas/${name}` })

/** The name of a referenced schema; empty when the schema is not a reference. */
export const nameOf = (schema: Node): string => textAt(schema, "$ref").replace("#/components/schemas/", "")
