const isRecord = (value: unknown): value is { readonly [key: string]: unknown } => typeof value === "object" && value !== null

const schemes = {
  key: { type: "apiKey", in: "header", name: "key", description: "A key: reads." },
  keyInQuery: { type: "apiKey", in: "query", name: "key", description: "A key: reads. URLs may be logged and kept in histories." },
  accessToken: { type: "apiKey", in: "header", name: "access-token", description: "An access token: reads and writes." },
  bearer: { type: "http", scheme: "bearer", description: "The same access token." }
}

const tokens = [{ accessToken: [] }, { bearer: [] }]

/** Documents the authentication schemes in an OpenAPI document (wire.md §3). */
export const securitySchemes = (spec: { readonly [key: string]: unknown }): { [key: string]: unknown } => {
  const paths = isRecord(spec["paths"]) ? spec["paths"] : {}
  const secured = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(isRecord(operations) ? operations : {}).map(([method, operation]) => [
        method,
        path.endsWith("/requestAccessToken")
          ? operation
          : {
            ...(isRecord(operation) ? operation : {}),
            security: method === "get" ? [{ key: [] }, { keyInQuery: [] }, ...tokens] : tokens
          }
      ])
    )
  ])
  return {
    ...spec,
    paths: Object.fromEntries(secured),
    components: { ...(isRecord(spec["components"]) ? spec["components"] : {}), securitySchemes: schemes }
  }
}
