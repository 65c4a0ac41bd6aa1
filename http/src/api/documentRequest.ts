import { facetIntervals } from "@agenda-engine/core/query/event/FacetQuery"
import { describeAccepted, type FacetParameter, type Parameter } from "@agenda-engine/core/query/Parameter"
import * as OpenApi from "@effect/platform/OpenApi"
import type * as Context from "effect/Context"
import * as Predicate from "effect/Predicate"
import { facetSize_default, facetSize_max } from "../query/readFacets.js"

/** OpenAPI 3.1 parameter object of a query parameter. */
export interface DescribedParameter {
  readonly name: string
  readonly in: "query"
  readonly required: false
  readonly description: string
  readonly style: "form" | "deepObject"
  readonly explode: true
  readonly example: unknown
  readonly schema: { readonly [key: string]: unknown }
}

const integerSchema = ({ max, min }: { readonly min: number; readonly max: number }) => ({
  type: "integer",
  ...(min > Number.MIN_SAFE_INTEGER ? { minimum: min } : {}),
  ...(max < Number.MAX_SAFE_INTEGER ? { maximum: max } : {})
})

const corner = {
  type: "object",
  required: ["lat", "lng"],
  properties: { lat: { type: "number", minimum: -90, maximum: 90 }, lng: { type: "number", minimum: -180, maximum: 180 } }
}

const facetSchema = ({ types }: FacetParameter) => {
  const type = { type: "string", enum: types }
  return {
    anyOf: [type, {
      type: "object",
      required: ["type"],
      properties: {
        type,
        key: { type: "string", description: "The key of the facet in the response. Default: its type." },
        field: { type: "string", description: "The code of the additional field to count by." },
        size: { type: "integer", minimum: 0, maximum: facetSize_max, default: facetSize_default },
        missing: { type: "string", description: "The key of the bucket of events without a value." },
        interval: { type: "string", enum: facetIntervals, default: "day" },
        timezone: { type: "string", description: "IANA time zone in which days begin.", default: "Europe/Paris" },
        zoom: { type: "integer", minimum: 0, maximum: 20 }
      }
    }]
  }
}

const isBoolean = (parameter: Parameter): boolean =>
  parameter.kind === "choice" && parameter.options.every(([, value]) => typeof value === "boolean")

const itemSchema = (parameter: Parameter): { readonly [key: string]: unknown } => {
  switch (parameter.kind) {
    case "choice":
      return { type: "string", enum: isBoolean(parameter) ? ["0", "1"] : parameter.options.flatMap(([word]) => word === "" ? [] : [word]) }
    case "integer":
      return integerSchema(parameter)
    case "text":
      return { type: "string" }
    case "formed":
      return { type: "string", ...(parameter.words === undefined ? {} : { enum: parameter.words }) }
    case "range":
      return {
        type: "object",
        properties: {
          gte: { type: "string", description: "Lower bound, inclusive: an ISO 8601 date or instant, or `today`." },
          lte: { type: "string", description: "Upper bound, inclusive: an ISO 8601 date or instant, or `today`." },
          tz: {
            type: "string",
            description: "IANA time zone of bounds without offset, also called `timezone`. Default: UTC.",
            examples: ["Europe/Paris"]
          }
        }
      }
    case "integerRange":
      return { type: "object", properties: { gte: integerSchema(parameter), lte: integerSchema(parameter) } }
    case "box":
      return { type: "object", required: ["northEast", "southWest"], properties: { northEast: corner, southWest: corner } }
    case "pair":
      return { type: "object", required: ["key", "value"], properties: { key: { type: "string" }, value: { type: "string" } } }
    case "facet":
      return facetSchema(parameter)
  }
}

const nestedKinds: ReadonlyArray<Parameter["kind"]> = ["range", "integerRange", "box", "pair"]

/** Whether the parameter uses brackets: `name[part]`. */
const isDeep = (parameter: Parameter): boolean => nestedKinds.includes(parameter.kind)

const exampleOf = (parameter: Parameter): unknown => {
  switch (parameter.kind) {
    case "range":
    case "integerRange":
      return { gte: parameter.example }
    case "box":
      return { northEast: { lat: parameter.example, lng: "2.5" }, southWest: { lat: "48.8", lng: "2.2" } }
    case "pair":
      return { key: parameter.example, value: "A-12" }
    default:
      return parameter.many ? [parameter.example] : parameter.example
  }
}

/** Describes a declared parameter for OpenAPI. Lists are named `name[]`, nested parameters `name`. */
const describeParameter = (parameter: Parameter): DescribedParameter => {
  const item = itemSchema(parameter)
  const asList = parameter.many && !isDeep(parameter)
  return {
    name: asList ? `${parameter.name}[]` : parameter.name,
    in: "query",
    required: false,
    description: [
      parameter.description,
      `Takes ${describeAccepted(parameter)}.`,
      ...(parameter.aliases.length === 0 ? [] : [`Also called ${parameter.aliases.map((alias) => `\`${alias}\``).join(", ")}.`])
    ].join(" "),
    style: isDeep(parameter) ? "deepObject" : "form",
    explode: true,
    example: exampleOf(parameter),
    schema: {
      ...(asList ? { type: "array", items: item } : item),
      ...(parameter.absent === null ? {} : { default: parameter.many ? [parameter.absent] : parameter.absent })
    }
  }
}

const lang = {
  name: "lang",
  in: "header",
  required: false,
  description: "The language of plain strings in multilingual fields. Default: the agenda's default language.",
  schema: { type: "string" },
  example: "fr"
}

/**
 * The JSON body, and the multipart form that carries it with the files of `image` and, for `images`, of other fields.
 */
const withForm = (body: unknown, files: "image" | "images"): { readonly [key: string]: unknown } => {
  const { content, ...rest } = Predicate.isRecord(body) ? body : { content: {} }
  const json = Predicate.isRecord(content) ? content["application/json"] : undefined
  const data = { ...(Predicate.isRecord(json) && Predicate.isRecord(json["schema"]) ? json["schema"] : {}) }
  const image = {
    type: "string",
    format: "binary",
    description: "A JPEG, PNG, GIF, WebP or AVIF file: the new image. It overrides the image in `data`."
  }
  const additionalProperties = {
    type: "string",
    format: "binary",
    description: "An image file: the new value of the additional field of type image with this code."
  }
  const form = {
    schema: { type: "object", required: ["data"], properties: { data, image }, ...(files === "images" ? { additionalProperties } : {}) },
    encoding: { data: { contentType: "application/json" } }
  }
  return { ...rest, content: { ...(Predicate.isRecord(content) ? content : {}), "multipart/form-data": form } }
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/**
 * Documents the query, headers and body of an endpoint. It is an annotation, not a schema: requests are read by our own
 * parser, which accepts more spellings than OpenAPI can describe and reports all errors at once.
 */
export const documentRequest = (
  request: { readonly query?: ReadonlyArray<Parameter>; readonly lang?: boolean; readonly files?: "image" | "images" }
): Context.Context<never> =>
  OpenApi.annotations({
    transform: (operation: { readonly [key: string]: unknown }) => ({
      ...operation,
      ...(request.files === undefined ? {} : { requestBody: withForm(operation["requestBody"], request.files) }),
      parameters: [
        ...(isList(operation["parameters"]) ? operation["parameters"] : []),
        ...(request.query ?? []).map(describeParameter),
        ...(request.lang === true ? [lang] : [])
      ]
    })
  })
