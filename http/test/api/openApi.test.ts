import { plainFields } from "@agenda-engine/core/domain/event/Event"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { eventMemberNames } from "@agenda-engine/core/query/event/eventShape"
import { agendaFacets, facetTypes } from "@agenda-engine/core/query/event/FacetQuery"
import { describe, expect, it } from "@effect/vitest"
import { Api, openApi } from "../../src/api/Api.js"
import { routesOf } from "../../src/api/routes.js"
import { defaultSettings } from "../../src/HttpSettings.js"
import { agendaParameters, singleAgendaParameters } from "../../src/query/agendaParameters.js"
import { eventParameters, exportParameters, publicEventParameters } from "../../src/query/eventParameters.js"
import { singleEventParameters } from "../../src/query/eventViewParameters.js"
import { exportFormatNames, exportFormats } from "../../src/query/exportFormat.js"
import { locationParameters } from "../../src/query/locationParameters.js"
import { memberParameters, membershipParameters } from "../../src/query/memberParameters.js"
import { at } from "../world/at.js"

const contract = JSON.parse(JSON.stringify(openApi("https://agenda.example")))

const operations: ReadonlyArray<readonly [string, unknown]> = Object.entries(contract.paths).flatMap(([path, methods]) =>
  Object.entries(Object(methods)).map(([method, operation]): readonly [string, unknown] => [`${method.toUpperCase()} ${path}`, operation])
)

const queryNames = (path: string): ReadonlyArray<unknown> => {
  const parameters = at(contract, "paths", path, "get", "parameters")
  return Array.isArray(parameters)
    ? parameters.filter((one: unknown) => at(one, "in") === "query").map((one: unknown) => at(one, "name"))
    : []
}

const baseName = (name: unknown): string => String(name).replace("[]", "")

const mediaTypeOf = (name: string): string => {
  const format = exportFormatNames.find((one) => name.endsWith(`/events.${one}`))
  if (format !== undefined) return exportFormats[format].mediaType
  return name.endsWith("/structured-data") ? "application/ld+json" : "application/json"
}

describe("the contract", () => {
  it("has every route", () => {
    const events = "/v2/agendas/{agendaUid}/events"
    expect(operations.map(([name]) => name).toSorted()).toEqual([
      "POST /v2/requestAccessToken",
      "GET /v2/agendas",
      "GET /v2/agendas/suggest",
      "GET /v2/agendas/{agendaUid}/suggest",
      "GET /v2/agendas/{agendaUid}",
      "GET /v2/agendas/slug/{slug}",
      ...["settings", "settings/eventSchema", "schema", "summary", "sources"].map((part) => `GET /v2/agendas/{agendaUid}/${part}`),
      `GET ${events}`,
      "GET /v2/events",
      `POST ${events}`,
      ...exportFormatNames.map((format) => `GET ${events}.${format}`),
      ...["GET", "PUT", "POST", "PATCH", "DELETE"].map((method) => `${method} ${events}/{eventUid}`),
      `GET ${events}/{eventUid}/structured-data`,
      `GET ${events}/slug/{slug}`,
      ...["GET", "PUT", "POST", "PATCH", "DELETE"].map((method) => `${method} ${events}/ext/{key}/{value}`),
      ...["{eventUid}", "ext/{key}/{value}"].map((event) => `PATCH ${events}/${event}/availability`),
      "GET /v2/agendas/{agendaUid}/changes",
      "GET /v2/changes",
      "GET /v2/agendas/{agendaUid}/members",
      "POST /v2/agendas/{agendaUid}/members/invite",
      "GET /v2/me/agendas",
      "GET /v2/me/agendas/{agendaUid}",
      ...["GET", "POST"].map((method) => `${method} /v2/agendas/{agendaUid}/webhooks`),
      ...["GET", "PATCH", "DELETE"].map((method) => `${method} /v2/agendas/{agendaUid}/webhooks/{webhookId}`),
      ...["test", "replay", "rotate"].map((part) => `POST /v2/agendas/{agendaUid}/webhooks/{webhookId}/${part}`),
      "GET /v2/agendas/{agendaUid}/webhooks/{webhookId}/deliveries",
      "GET /v2/agendas/{agendaUid}/locations",
      "POST /v2/agendas/{agendaUid}/locations",
      ...["GET", "POST", "PATCH", "DELETE"].map((method) => `${method} /v2/agendas/{agendaUid}/locations/{locationUid}`),
      ...["ext/{key}/{value}", "ext/{value}"].flatMap((named) =>
        ["GET", "PUT", "PATCH", "DELETE"].map((method) => `${method} /v2/agendas/{agendaUid}/locations/${named}`)
      )
    ].toSorted())
  })

  it("declares the routes of /v2, by name, method and path", () => {
    const routed = routesOf({ ...defaultSettings, pages: false }).filter(({ path }) => path.startsWith("/v2/"))
    const declared = Object.values(Api.groups).flatMap(({ endpoints }) => Object.values(endpoints))
    const rowOf = ({ method, name, path }: { readonly method: string; readonly name: string; readonly path: string }) =>
      `${name}: ${method} ${path}`
    expect(routed.map(rowOf).toSorted()).toEqual(declared.map(rowOf).toSorted())
  })

  for (const [name, operation] of operations) {
    it(`${name} has a summary, parameters and responses`, () => {
      expect(at(operation, "summary")).toEqual(expect.any(String))
      expect(
        at(
          operation,
          "responses",
          "200",
          "content",
          mediaTypeOf(name),
          "schema"
        )
      ).toBeDefined()
      const isToken = name.endsWith("/requestAccessToken")
      const security = at(operation, "security")
      expect(Array.isArray(security) ? security.length : 0).toBe(isToken ? 0 : name.startsWith("GET") ? 4 : 2)
      for (const status of isToken ? ["400", "401", "503"] : ["401", "403", "503"]) {
        expect(at(operation, "responses", status, "content", "application/json", "schema"), status).toEqual({
          $ref: "#/components/schemas/Problem"
        })
      }
      const isRead = name.startsWith("GET")
      expect(at(operation, "responses", "304") !== undefined).toBe(isRead)
      const isRemoval = name.startsWith("DELETE")
      const isEntity = /\/(?:events|locations)(?:\/(?:ext\/.*)?\{\w+\})?$/.test(name)
      expect(at(operation, "responses", "200", "headers", "ETag") !== undefined).toBe(isRead || (isEntity && !isRemoval))
      const isRepeatable = !isRead && !isToken
      expect(at(operation, "responses", "200", "headers", "Idempotency-Replayed") !== undefined).toBe(isRepeatable)
      expect(JSON.stringify(at(operation, "parameters") ?? []).includes('"idempotency-key"')).toBe(isRepeatable)
      expect(at(operation, "responses", "422") !== undefined).toBe(isRepeatable)
      if (isRepeatable) expect(at(operation, "responses", "409")).toBeDefined()
      const isChange = isRepeatable && ((isEntity && name.endsWith("}")) || name.endsWith("/availability"))
      expect(JSON.stringify(at(operation, "parameters") ?? []).includes('"if-match"')).toBe(isChange)
      expect(at(operation, "responses", "412") !== undefined).toBe(isChange)
      expect(JSON.stringify(at(operation, "parameters") ?? []).includes('"if-none-match"')).toBe(isRead)
      const hasBody = !/\/(?:test|rotate)$/.test(name)
      if (/^(?:POST|PUT|PATCH)/.test(name) && hasBody) {
        expect(at(operation, "requestBody", "content", "application/json", "schema")).toBeDefined()
        const form = at(operation, "requestBody", "content", "multipart/form-data", "schema", "properties")
        const takesImages = /\/(?:events|locations)/.test(name) && !name.endsWith("/availability")
        expect(at(form, "image", "format")).toBe(takesImages ? "binary" : undefined)
        for (const status of ["400", "413", "415"]) expect(at(operation, "responses", status), status).toBeDefined()
      }
    })
  }

  it("declares every parameter that the parser reads", () => {
    expect(queryNames("/v2/agendas/{agendaUid}/events").map(baseName)).toEqual(Object.keys(eventParameters(defaultLimits)))
    expect(queryNames("/v2/events").map(baseName)).toEqual(Object.keys(publicEventParameters(defaultLimits)))
    for (const format of exportFormatNames) {
      expect(queryNames(`/v2/agendas/{agendaUid}/events.${format}`).map(baseName)).toEqual(Object.keys(exportParameters(defaultLimits)))
    }
    for (const one of ["{eventUid}", "slug/{slug}", "ext/{key}/{value}"]) {
      expect(queryNames(`/v2/agendas/{agendaUid}/events/${one}`).map(baseName)).toEqual(Object.keys(singleEventParameters))
    }
    expect(queryNames("/v2/agendas").map(baseName)).toEqual(Object.keys(agendaParameters(defaultLimits)))
    expect(queryNames("/v2/agendas/{agendaUid}/locations").map(baseName)).toEqual(Object.keys(locationParameters(defaultLimits)))
    for (const one of ["{agendaUid}", "slug/{slug}"]) {
      expect(queryNames(`/v2/agendas/${one}`).map(baseName)).toEqual(Object.keys(singleAgendaParameters))
    }
    expect(queryNames("/v2/me/agendas/{agendaUid}").map(baseName)).toEqual(Object.keys(singleAgendaParameters))
    expect(queryNames("/v2/agendas/{agendaUid}/members")).toEqual(Object.keys(memberParameters(defaultLimits)))
    expect(queryNames("/v2/me/agendas")).toEqual(Object.keys(membershipParameters(defaultLimits)))
  })

  it("describes the brackets after parameter names", () => {
    const described = (path: string, name: string) => {
      const parameters = at(contract, "paths", path, "get", "parameters")
      return Array.isArray(parameters) ? parameters.find((one: unknown) => at(one, "name") === name) : undefined
    }
    const list = "/v2/agendas/{agendaUid}/events"
    expect(described(list, "geo")).toMatchObject({
      style: "deepObject",
      schema: { required: ["northEast", "southWest"], properties: { northEast: { properties: { lat: { minimum: -90 } } } } }
    })
    expect(described(list, "extId")).toMatchObject({ style: "deepObject", schema: { required: ["key", "value"] } })
    expect(described(list, "age")).toMatchObject({ style: "deepObject", schema: { properties: { gte: { type: "integer", minimum: 0 } } } })
    const types = (path: string) => at(described(path, "aggregations[]"), "schema", "items", "anyOf", 0, "enum")
    expect(types(list)).toEqual(facetTypes)
    expect(types("/v2/events")).toEqual(facetTypes.filter((type) => !agendaFacets.includes(type)))
  })

  it("declares the additional fields of events", () => {
    for (const name of ["Event", "EventBody", "EventPatch"]) {
      expect([name, at(contract, "components", "schemas", name, "additionalProperties", "description")]).toEqual([
        name,
        expect.stringContaining("additional field of the agenda by its code")
      ])
    }
    expect(at(contract, "components", "schemas", "EventBody", "required")).toEqual(["title", "description", "timings"])
  })

  it("has the members of events in the order of answers, and every content field in bodies", () => {
    const properties = (name: string) => Object.keys(Object(at(contract, "components", "schemas", name, "properties")))
    expect(properties("Event")).toEqual([...eventMemberNames, "sort", "explain"])
    for (const name of ["EventBody", "EventPatch"]) expect(properties(name)).toEqual(expect.arrayContaining(plainFields))
  })

  it("resolves every reference", () => {
    const references = [...JSON.stringify(contract).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((found) => found[1] ?? "")
    expect(references.length).toBeGreaterThan(20)
    for (const name of new Set(references)) expect(contract.components.schemas).toHaveProperty(name)
  })

  it("needs a credential everywhere but for a token, unless public reads need none", () => {
    const optional = Object.entries(openApi("", { ...defaultSettings, anonymousReads: true }).paths).flatMap(([path, item]) =>
      Object.entries(item).filter(([, { security }]) => security.some((scheme) => Object.keys(scheme).length === 0)).map(([method]) =>
        `${method} ${path}`
      )
    )
    expect(optional).toContain("get /v2/agendas/{agendaUid}/events")
    expect(optional.filter((name) => !name.startsWith("get ") || /members|\/me\//.test(name))).toEqual([])
    expect(JSON.stringify(contract)).not.toContain('"security":[{},')
  })

  it("declares the four security schemes", () => {
    expect(Object.keys(contract.components.securitySchemes)).toEqual(["key", "keyInQuery", "accessToken", "bearer"])
  })
})
