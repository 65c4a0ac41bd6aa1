import { ItemEvent, WholeEvent } from "@agenda-engine/core/contract/EventAnswer"
import { openApi } from "@agenda-engine/http/api/Api"
import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { describeQuery } from "./describeQuery.js"
import { isNode, listAt, nameOf, type Node, nodeAt, refTo, textAt } from "./Json.js"

/** Where an operation is, and what of its answer pages are made of. */
export interface Route {
  readonly method: string
  readonly path: string
  /** The member of the answer that has the items of the page; absent when the answer is no page. */
  readonly items?: string
}

/** What the client is generated from. */
export interface ClientDocument {
  /** An OpenAPI document of schemas alone; `Operations` has the request and the answer of each operation. */
  readonly document: Node
  readonly routes: { readonly [operation: string]: Route }
}

/** The forms of events whose members are known: the view of a request decides which one an answer has. */
const views = HttpApi.make("views").add(
  HttpApiGroup.make("events")
    .add(HttpApiEndpoint.get("whole", "/whole").addSuccess(WholeEvent.annotations({ identifier: "EventDetails" })))
    .add(HttpApiEndpoint.get("item", "/item").addSuccess(ItemEvent.annotations({ identifier: "EventItem" })))
)

const schemasOf = (spec: OpenApi.OpenAPISpec): Node => ({ ...spec.components.schemas })

/** The headers of a request that are options of the client, and their names there. */
const options: { readonly [header: string]: string } = { "lang": "lang", "idempotency-key": "idempotencyKey", "if-match": "ifMatch" }

/** Content of a body or an answer in its first media type, JSON before forms. */
const firstContent = (entity: Node): Node => nodeAt(nodeAt(entity, "content"), Object.keys(nodeAt(entity, "content"))[0] ?? "")

/** Routes that accept POST in place of PUT have the same effect under another name. */
const isAlias = (operation: string): boolean => operation.endsWith("ByPost")

const itemNames = ["events", "agendas", "locations", "sources", "items"]

const file = { type: "string", format: "binary" }

/** The files of a form; null when the body is JSON alone. */
const filesOf = (body: Node): Node | null => {
  const form = nodeAt(nodeAt(nodeAt(body, "content"), "multipart/form-data"), "schema")
  if (nodeAt(form, "properties")["image"] === undefined) return null
  return isNode(form["additionalProperties"])
    ? { type: "object", additionalProperties: file, description: "Image files, by `image` or the code of an additional field." }
    : { type: "object", properties: { image: file }, description: "An image file." }
}

const requestOf = (operation: Node, query: Node | null): Node => {
  const parameters = listAt(operation, "parameters").filter(isNode)
  const body = nodeAt(operation, "requestBody")
  const files = filesOf(body)
  const path = parameters.filter((parameter) => parameter["in"] === "path")
  const headers = parameters.filter((parameter) => parameter["in"] === "header").flatMap((parameter) => {
    const option = options[textAt(parameter, "name")]
    return option === undefined ? [] : [[option, { type: "string", description: textAt(parameter, "description") }] as const]
  })
  const hasBody = nodeAt(body, "content")["application/json"] !== undefined
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(path.map((parameter) => [textAt(parameter, "name"), nodeAt(parameter, "schema")])),
      ...(query === null ? {} : { query }),
      ...(hasBody ? { body: nodeAt(firstContent(body), "schema") } : {}),
      ...(files === null ? {} : { files }),
      ...Object.fromEntries(headers)
    },
    required: [...path.map((parameter) => textAt(parameter, "name")), ...(hasBody ? ["body"] : [])]
  }
}

/** The answer of an operation: of those that also answer queries in bodies, the answer to a write. */
const answerOf = (operation: Node): Node => {
  const schema = nodeAt(firstContent(nodeAt(nodeAt(operation, "responses"), "200")), "schema")
  const [first] = listAt(schema, "anyOf")
  return isNode(first) && nameOf(first) !== "" ? first : schema
}

const withoutOthers = (schema: unknown): Node => {
  const { additionalProperties: _, ...rest } = isNode(schema) ? schema : {}
  return rest
}

/** The queries of operations, each once: several operations take the same. */
class SharedQueries {
  private readonly names = new Map<string, string>()

  /** A reference to the query, which is named for the first operation that takes it. */
  refTo(query: Node, operation: string): Node {
    const text = JSON.stringify(query)
    const name = this.names.get(text) ?? `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Query`
    this.names.set(text, name)
    return refTo(name)
  }

  get schemas(): Node {
    return Object.fromEntries([...this.names].map(([text, name]) => [name, JSON.parse(text)]))
  }
}

/** Describes the client: from the contract of the server, without what clients of these types never send or read. */
export const clientDocument = (): ClientDocument => {
  const spec = openApi("")
  const found = Object.entries(spec.paths).flatMap(([path, operations]) =>
    Object.entries({ ...operations }).flatMap(([method, operation]) => {
      const described: Node = { ...operation }
      const name = textAt(described, "operationId").replace(/^\w+\./, "")
      return isAlias(name) ? [] : [{ name, method, path, operation: described }]
    })
  )
  const schemas = { ...schemasOf(OpenApi.fromApi(views)), ...schemasOf(spec) }
  const queries = new SharedQueries()
  const all = found.map(({ method, name, operation, path }) => {
    const query = describeQuery(listAt(operation, "parameters"))
    const request = requestOf(operation, query === null ? null : queries.refTo(query, name))
    const answer = answerOf(operation)
    const isPaged = nodeAt(query ?? {}, "properties")["after"] !== undefined
    const answered = nodeAt(nodeAt(schemas, nameOf(answer)), "properties")
    const items = isPaged ? itemNames.find((item) => answered[item] !== undefined) : undefined
    const row: Route = { method: method.toUpperCase(), path, ...(items === undefined ? {} : { items }) }
    const schema = {
      type: "object",
      description: [textAt(operation, "summary"), textAt(operation, "description")].filter((text) => text !== "").join(". "),
      properties: {
        request,
        answer,
        named: { const: nameOf(answer) },
        ...(items === undefined ? {} : { items: { const: items } })
      },
      required: ["request", "answer", "named", ...(items === undefined ? [] : ["items"])]
    }
    return { name, row, schema }
  })
  return {
    document: {
      openapi: "3.1.0",
      info: { title: "agenda-engine", version: "2" },
      paths: {},
      components: {
        schemas: {
          ...schemas,
          // Additional fields are a type parameter, so that misspelt fields do not compile.
          Event: withoutOthers(schemas["Event"]),
          EventBody: withoutOthers(schemas["EventBody"]),
          EventPatch: withoutOthers(schemas["EventPatch"]),
          ...queries.schemas,
          // The type of a recursive schema is circular.
          Json: { description: "Any JSON." },
          Operations: {
            type: "object",
            properties: Object.fromEntries(all.map(({ name, schema }) => [name, schema])),
            required: all.map(({ name }) => name)
          }
        }
      }
    },
    routes: Object.fromEntries(all.map(({ name, row }) => [name, row]))
  }
}
