import * as HttpApi from "@effect/platform/HttpApi"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Predicate from "effect/Predicate"
import { AgendaGroup } from "./AgendaGroup.js"
import { conditionalReads } from "./conditionalReads.js"
import { EventGroup } from "./EventGroup.js"
import { ExportGroup } from "./ExportGroup.js"
import { LocationGroup } from "./LocationGroup.js"
import { MemberGroup } from "./MemberGroup.js"
import { safeRetries } from "./safeRetries.js"
import { TokenGroup } from "./TokenGroup.js"

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
  .add(ExportGroup)
  .add(LocationGroup)
  .add(MemberGroup)
  .prefix("/v2")
  .annotateContext(OpenApi.annotations({
    title: "agenda-engine",
    version: "2",
    description: "Event agendas: search agendas, list, read and write their events and locations, list their members.",
    license: { name: "MIT" },
    transform: (spec: { readonly [key: string]: unknown }) => securitySchemes(safeRetries(conditionalReads(ownFailures(spec))))
  }))
{}

/**
 * The contract as an OpenAPI 3.1 document; `base` is the base of the server's URLs, without a trailing slash. It has
 * the paths that are served.
 */
export const openApi = (base: string, isServed: (path: string) => boolean = () => true): OpenApi.OpenAPISpec => {
  const described = OpenApi.fromApi(Api)
  return {
    ...described,
    paths: Object.fromEntries(Object.entries(described.paths).filter(([path]) => isServed(path))),
    servers: [{ url: base === "" ? "/" : base }]
  }
}
