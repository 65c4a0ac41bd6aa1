const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Schemas that `HttpApi` adds to every contract for its own errors. */
const foreign = ["HttpApiDecodeError", "Issue", "PropertyKey"]

/** Description of 400, replacing the one of `HttpApi`. */
const badRequest = "The request is invalid; `errors` lists all errors. Nothing was changed."

/** The response in both media types, `application/json` and `application/problem+json`. */
const inBothTypes = (response: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => {
  const { content } = response
  if (!isRecord(content) || content["application/json"] === undefined) return response
  return { ...response, content: { ...content, "application/problem+json": content["application/json"] } }
}

const isForeign = (schema: unknown): boolean => isRecord(schema) && schema["$ref"] === "#/components/schemas/HttpApiDecodeError"

const without = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(without)
  if (!isRecord(value)) return value
  const choices = value["anyOf"]
  if (Array.isArray(choices) && choices.some(isForeign)) {
    const own: ReadonlyArray<unknown> = choices.filter((choice) => !isForeign(choice))
    return own.length === 1 ? own[0] : { ...value, anyOf: own }
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const kept = without(member)
      if (!/^[45]\d\d$/.test(key) || !isRecord(kept)) return [key, kept]
      return [key, inBothTypes(key === "400" ? { ...kept, description: badRequest } : kept)]
    })
  )
}

/**
 * Removes the error schemas of `HttpApi` from an OpenAPI document; every error body is `Problem`, in one of two media
 * types (wire.md §4).
 */
export const ownFailures = (spec: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => {
  const components = isRecord(spec["components"]) ? spec["components"] : {}
  const schemas = isRecord(components["schemas"]) ? components["schemas"] : {}
  return {
    ...spec,
    paths: without(spec["paths"]),
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => !foreign.includes(name)))
    }
  }
}
