import * as Arr from "effect/Array"
import * as Predicate from "effect/Predicate"

const idempotencyKey = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description:
    "Idempotency key of this write, valid for a day and for the same credential. A retry with the same key is not executed again; it gets the first response.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "8e03978e-40d5-43dd-bc93-6894a57f9324"
}

const ifMatch = {
  name: "if-match",
  in: "header",
  required: false,
  description:
    "One or more ETags, or `*`. The request fails with 412 when none is the current ETag of the resource. For events, only the version in the tag is compared.",
  schema: { type: "string" },
  example: '"3.47DEQpj8HBSa-_TImW-5JA"'
}

const replayed = {
  description: "`true` when this is the response of an earlier request with the same `Idempotency-Key`.",
  schema: { type: "string", enum: ["true"] }
}

const location = { description: "URL of the created resource; absent when nothing was created.", schema: { type: "string", format: "uri" } }

const etag = { description: "The entity tag that a read with the same credential returns now.", schema: { type: "string" } }

/** Documents the headers of one write; `makes` and `changes` mean entities with a URL of their own. */
const retried = (operation: unknown, { changes, makes }: { readonly changes: boolean; readonly makes: boolean }): unknown => {
  if (!Predicate.isRecord(operation)) return operation
  const responses = Predicate.isRecord(operation["responses"]) ? operation["responses"] : {}
  const answered = Predicate.isRecord(responses["200"]) ? responses["200"] : {}
  const headers = { "Idempotency-Replayed": replayed, ...(makes ? { ETag: etag, Location: location } : {}) }
  return {
    ...operation,
    parameters: [
      ...(Arr.isArray(operation["parameters"]) ? operation["parameters"] : []),
      idempotencyKey,
      ...(changes ? [ifMatch] : [])
    ],
    responses: { ...responses, "200": { ...answered, headers } }
  }
}

const writes = ["put", "post", "patch", "delete"] as const

/** Routes of an agenda's events or locations, as a collection and one by one. */
const entityRoute = /\/(?:events|locations)(\/(?:ext\/(?:\{key\}\/)?)?\{\w+\})?$/

/** Routes that change a part of an event that has no URL of its own. */
const partRoute = /\/events\/.*\/availability$/

const withRetries = (path: string, operations: unknown): unknown => {
  if (!Predicate.isRecord(operations) || path.endsWith("/requestAccessToken")) return operations
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

/** Documents `Idempotency-Key` and `If-Match` for every write of an OpenAPI document (wire.md §4). */
export const safeRetries = (spec: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => ({
  ...spec,
  paths: Object.fromEntries(
    Object.entries(Predicate.isRecord(spec["paths"]) ? spec["paths"] : {}).map((
      [path, operations]
    ) => [path, withRetries(path, operations)])
  )
})
