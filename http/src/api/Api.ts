import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Arr from "effect/Array"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { defaultSettings, type HttpSettings } from "../HttpSettings.js"
import { AgendaGroup } from "./AgendaGroup.js"
import { ChangeGroup } from "./ChangeGroup.js"
import { EventGroup } from "./EventGroup.js"
import { ExportGroup } from "./ExportGroup.js"
import { LocationGroup } from "./LocationGroup.js"
import { MemberGroup } from "./MemberGroup.js"
import { BadRequest, TooLarge, TooManyRequests, Unauthorized, Unavailable, Unsupported } from "./Problem.js"
import { WebhookGroup } from "./WebhookGroup.js"

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
const safeRetries = (spec: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => ({
  ...spec,
  paths: Object.fromEntries(
    Object.entries(Predicate.isRecord(spec["paths"]) ? spec["paths"] : {}).map((
      [path, operations]
    ) => [path, withRetries(path, operations)])
  )
})

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
const conditionalReads = (spec: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => ({
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

const TokenBody = Schema.Struct({
  code: Schema.String.annotations({ description: "The secret key." }),
  grant_type: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "TokenRequest", description: "JSON or a form." })

const TokenAnswer = Schema.Struct({
  access_token: Schema.String.annotations({ description: "Send it as header `access-token` or `Authorization: Bearer`." }),
  expires_in: Schema.Int.annotations({ description: "Seconds." })
}).annotations({ identifier: "Token" })

/** Route that exchanges a secret key for an access token (service.md, Authentication). */
class TokenGroup extends HttpApiGroup.make("token").add(
  HttpApiEndpoint.post("requestAccessToken", "/requestAccessToken")
    .setPayload(TokenBody)
    .addSuccess(TokenAnswer)
    .addError(BadRequest)
    .addError(Unauthorized)
    .addError(TooLarge)
    .addError(Unsupported)
    .addError(TooManyRequests)
    .addError(Unavailable)
    .annotate(OpenApi.Summary, "Request an access token with a secret key")
    .annotate(OpenApi.Description, "Requires only the secret key in its body; other credentials are ignored.")
).annotateContext(OpenApi.annotations({ title: "Access token" })) {}

/** Schemas that `HttpApi` adds to every contract for its own errors. */
const foreign = ["HttpApiDecodeError", "Issue", "PropertyKey"]

/** Description of 400, replacing the one of `HttpApi`. */
const badRequest = "The request is invalid; `errors` lists all errors. Nothing was changed."

/** The response in both media types, `application/json` and `application/problem+json`. */
const inBothTypes = (response: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => {
  const { content } = response
  if (!Predicate.isRecord(content) || content["application/json"] === undefined) return response
  return { ...response, content: { ...content, "application/problem+json": content["application/json"] } }
}

const isForeign = (schema: unknown): boolean => Predicate.isRecord(schema) && schema["$ref"] === "#/components/schemas/HttpApiDecodeError"

const without = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(without)
  if (!Predicate.isRecord(value)) return value
  const choices = value["anyOf"]
  if (Array.isArray(choices) && choices.some(isForeign)) {
    const own: ReadonlyArray<unknown> = choices.filter((choice) => !isForeign(choice))
    return own.length === 1 ? own[0] : { ...value, anyOf: own }
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const kept = without(member)
      if (!/^[45]\d\d$/.test(key) || !Predicate.isRecord(kept)) return [key, kept]
      return [key, inBothTypes(key === "400" ? { ...kept, description: badRequest } : kept)]
    })
  )
}

/**
 * Removes the error schemas of `HttpApi` from an OpenAPI document; every error body is `Problem`, in one of two media
 * types (wire.md §4).
 */
const ownFailures = (spec: { readonly [key: string]: unknown }): { readonly [key: string]: unknown } => {
  const components = Predicate.isRecord(spec["components"]) ? spec["components"] : {}
  const schemas = Predicate.isRecord(components["schemas"]) ? components["schemas"] : {}
  return {
    ...spec,
    paths: without(spec["paths"]),
    components: {
      ...components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => !foreign.includes(name)))
    }
  }
}

const schemes = {
  key: { type: "apiKey", in: "header", name: "key", description: "A key: reads." },
  keyInQuery: { type: "apiKey", in: "query", name: "key", description: "A key: reads. URLs may be logged and kept in histories." },
  accessToken: { type: "apiKey", in: "header", name: "access-token", description: "An access token: reads and writes." },
  bearer: { type: "http", scheme: "bearer", description: "The same access token." }
}

const tokens = [{ accessToken: [] }, { bearer: [] }]

/** Documents the authentication schemes in an OpenAPI document (wire.md §3). */
export const securitySchemes = (spec: { readonly [key: string]: unknown }): { [key: string]: unknown } => {
  const paths = Predicate.isRecord(spec["paths"]) ? spec["paths"] : {}
  const secured = Object.entries(paths).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(Predicate.isRecord(operations) ? operations : {}).map(([method, operation]) => [
        method,
        path.endsWith("/requestAccessToken")
          ? operation
          : {
            ...(Predicate.isRecord(operation) ? operation : {}),
            security: method === "get" ? [{ key: [] }, { keyInQuery: [] }, ...tokens] : tokens
          }
      ])
    )
  ])
  return {
    ...spec,
    paths: Object.fromEntries(secured),
    components: { ...(Predicate.isRecord(spec["components"]) ? spec["components"] : {}), securitySchemes: schemes }
  }
}

/**
 * The `/v2` contract: all routes with their parameters, bodies and responses. Typed clients and `/openapi.json` are
 * generated from it.
 *
 * @example
 * HttpApiClient.make(Api, { baseUrl: "https://agenda.example" })
 */
export class Api extends HttpApi.make("agenda-engine")
  .add(TokenGroup)
  .add(AgendaGroup)
  .add(EventGroup)
  .add(ChangeGroup)
  .add(ExportGroup)
  .add(LocationGroup)
  .add(MemberGroup)
  .add(WebhookGroup)
  .prefix("/v2")
  .annotateContext(OpenApi.annotations({
    title: "agenda-engine",
    version: "2",
    description: "Event agendas: search agendas, list, read and write their events and locations, list their members.",
    license: { name: "MIT" },
    transform: (spec: { readonly [key: string]: unknown }) => securitySchemes(safeRetries(conditionalReads(ownFailures(spec))))
  }))
{}

/** What the document says of a server that is not as by default. */
type Served = Pick<HttpSettings, "anonymousReads" | "withoutRoutes">

/** Reads that need a credential on every server. */
const personal = /\/members$|\/webhooks\b|^\/v2\/me\//

/** Makes the credentials of a public read optional (OpenAPI 3.1, Security Requirement Object). */
const withOptionalCredentials = (path: string, item: OpenApi.OpenAPISpecPathItem): OpenApi.OpenAPISpecPathItem =>
  item.get === undefined || personal.test(path) ? item : { ...item, get: { ...item.get, security: [{}, ...item.get.security] } }

/**
 * The contract as an OpenAPI 3.1 document; `base` is the base of the server's URLs, without a trailing slash. It has
 * the paths that are served, and says which need no credential.
 */
export const openApi = (base: string, { anonymousReads, withoutRoutes }: Served = defaultSettings): OpenApi.OpenAPISpec => {
  const described = OpenApi.fromApi(Api)
  const served = Object.entries(described.paths).filter(([path]) => !withoutRoutes.includes("suggest") || !path.endsWith("/suggest"))
  return {
    ...described,
    paths: Object.fromEntries(served.map(([path, item]) => [path, anonymousReads ? withOptionalCredentials(path, item) : item])),
    servers: [{ url: base === "" ? "/" : base }]
  }
}
