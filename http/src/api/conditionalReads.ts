import * as Arr from "effect/Array"
import * as Predicate from "effect/Predicate"

const ifNoneMatch = {
  name: "if-none-match",
  in: "header",
  required: false,
  description: "The `ETag` of the client's copy, or a list of tags. The answer is 304 if one of them is current.",
  schema: { type: "string" },
  example: '"47DEQpj8HBSa-_TImW-5JA"'
}

const headers = {
  ETag: {
    description: "Strong entity tag of these bytes; for a single event it begins with the event's version.",
    schema: { type: "string" },
    example: '"3.47DEQpj8HBSa-_TImW-5JA"'
  }
}

const notModified = { description: "Not modified: the client's copy is current.", headers }

const conditional = (operation: unknown): unknown => {
  if (!Predicate.isRecord(operation)) return operation
  const responses = Predicate.isRecord(operation["responses"]) ? operation["responses"] : {}
  const answered = Predicate.isRecord(responses["200"]) ? responses["200"] : {}
  return {
    ...operation,
    parameters: [...(Arr.isArray(operation["parameters"]) ? operation["parameters"] : []), ifNoneMatch],
    responses: { ...responses, "200": { ...answered, headers }, "304": notModified }
  }
}

/** Documents entity tags and conditional requests for every read of an OpenAPI document (wire.md §4, ETag). */
export const conditionalReads = (spec: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => ({
  ...spec,
  paths: Object.fromEntries(
    Object.entries(Predicate.isRecord(spec["paths"]) ? spec["paths"] : {}).map(([path, operations]) => [
      path,
      Predicate.isRecord(operations) && operations["get"] !== undefined
        ? { ...operations, get: conditional(operations["get"]) }
        : operations
    ])
  )
})
