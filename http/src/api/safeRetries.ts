const isRecord = (value: unknown): value is { readonly [key: string]: unknown } => typeof value === "object" && value !== null

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

const idempotencyKey = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description:
    "Names this write, for a day and for the credential that sends it: asked for again under the same name it is done once, and answered by its first answer.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "8e03978e-40d5-43dd-bc93-6894a57f9324"
}

const ifMatch = {
  name: "if-match",
  in: "header",
  required: false,
  description:
    "The `ETag` of what is to be changed, or several, or `*` for whatever is there: 412 when it is another by now. Of the tag of an event its version counts alone.",
  schema: { type: "string" },
  example: '"3.47DEQpj8HBSa-_TImW-5JA"'
}

const replayed = {
  description: "`true` on the answer of an earlier request with the same `Idempotency-Key`.",
  schema: { type: "string", enum: ["true"] }
}

const location = { description: "Where what was made can be read; on nothing else.", schema: { type: "string", format: "uri" } }

const etag = { description: "The tag that a read by the same credential has now.", schema: { type: "string" } }

/** What one write says beside its body: `makes` and `changes` things that can be read by themselves. */
const retried = (operation: unknown, { changes, makes }: { readonly changes: boolean; readonly makes: boolean }): unknown => {
  if (!isRecord(operation)) return operation
  const responses = isRecord(operation["responses"]) ? operation["responses"] : {}
  const answered = isRecord(responses["200"]) ? responses["200"] : {}
  const headers = { "Idempotency-Replayed": replayed, ...(makes ? { ETag: etag, Location: location } : {}) }
  return {
    ...operation,
    parameters: [
      ...(isList(operation["parameters"]) ? operation["parameters"] : []),
      idempotencyKey,
      ...(changes ? [ifMatch] : [])
    ],
    responses: { ...responses, "200": { ...answered, headers } }
  }
}

const writes = ["put", "post", "patch", "delete"] as const

/** Routes of all events or locations of an agenda, and of one of them. */
const entityRoute = /\/(?:events|locations)(\/(?:ext\/(?:\{key\}\/)?)?\{\w+\})?$/

/** Routes that change a part of one event which cannot be read by itself. */
const partRoute = /\/events\/.*\/availability$/

const withRetries = (path: string, operations: unknown): unknown => {
  if (!isRecord(operations) || path.endsWith("/requestAccessToken")) return operations
  const [found, one] = entityRoute.exec(path) ?? []
  return Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [
      method,
      writes.some((write) => write === method)
        ? retried(operation, { changes: one !== undefined || partRoute.test(path), makes: found !== undefined && method !== "delete" })
        : operation
    ])
  )
}

/** Adds to an OpenAPI document that every write can be asked for again, and changes only of what they know (wire.md §4). */
export const safeRetries = (spec: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => ({
  ...spec,
  paths: Object.fromEntries(
    Object.entries(isRecord(spec["paths"]) ? spec["paths"] : {}).map(([path, operations]) => [path, withRetries(path, operations)])
  )
})
