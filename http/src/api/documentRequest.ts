import * as OpenApi from "@effect/platform/OpenApi"
import type * as Context from "effect/Context"
import type { Parameter } from "../query/Parameter.js"
import { describeParameter } from "./describeParameter.js"

const lang = {
  name: "lang",
  in: "header",
  required: false,
  description: "The language of plain strings in multilingual fields. Default: the agenda's default language.",
  schema: { type: "string" },
  example: "fr"
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The JSON body, and the multipart form that carries it with a file. */
const withForm = (body: unknown): { readonly [key: string]: unknown } => {
  const { content, ...rest } = isObject(body) ? body : { content: {} }
  const json = isObject(content) ? content["application/json"] : undefined
  const data = { ...(isObject(json) && isObject(json["schema"]) ? json["schema"] : {}) }
  const image = {
    type: "string",
    format: "binary",
    description: "A JPEG, PNG, GIF, WebP or AVIF file: the new image. It overrides the image in `data`."
  }
  const form = {
    schema: { type: "object", required: ["data"], properties: { data, image } },
    encoding: { data: { contentType: "application/json" } }
  }
  return { ...rest, content: { ...(isObject(content) ? content : {}), "multipart/form-data": form } }
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/**
 * Documents the query, headers and body of an endpoint. It is an annotation, not a schema: requests are read by our own
 * parser, which accepts more spellings than OpenAPI can describe and reports all errors at once.
 */
export const documentRequest = (
  request: { readonly query?: ReadonlyArray<Parameter>; readonly lang?: boolean; readonly image?: boolean }
): Context.Context<never> =>
  OpenApi.annotations({
    transform: (operation: { readonly [key: string]: unknown }) => ({
      ...operation,
      ...(request.image === true ? { requestBody: withForm(operation["requestBody"]) } : {}),
      parameters: [
        ...(isList(operation["parameters"]) ? operation["parameters"] : []),
        ...(request.query ?? []).map(describeParameter),
        ...(request.lang === true ? [lang] : [])
      ]
    })
  })
