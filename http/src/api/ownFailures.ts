const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** What `HttpApi` adds to every contract for the failures that it would answer itself. */
const foreign = ["HttpApiDecodeError", "Issue", "PropertyKey"]

/** What a 400 is, in place of what `HttpApi` says of its own. */
const badRequest = "What was sent cannot be taken; `errors` lists every fault. Nothing was changed."

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
      return [key, key === "400" && isRecord(kept) ? { ...kept, description: badRequest } : kept]
    })
  )
}

/** Takes out of an OpenAPI document the failures that are never answered: every one has the one body, `Problem` (wire.md §4). */
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
