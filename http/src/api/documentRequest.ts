import * as OpenApi from "@effect/platform/OpenApi"
import type * as Context from "effect/Context"
import type { Parameter } from "../query/Parameter.js"
import { describeParameter } from "./describeParameter.js"

const lang = {
  name: "lang",
  in: "header",
  required: false,
  description: "The language of plain strings on multilingual fields; without it the agenda's default language.",
  schema: { type: "string" },
  example: "fr"
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A body of JSON, and the form that carries it beside a file. */
const withForm = (body: unknown): { readonly [key: string]: unknown } => {
  const { content, ...rest } = isObject(body) ? body : { content: {} }
  const json = isObject(content) ? content["application/json"] : undefined
  const data = { ...(isObject(json) && isObject(json["schema"]) ? json["schema"] : {}) }
  const image = {
    type: "string",
    format: "binary",
    description: "A JPEG, PNG, GIF, WebP or AVIF file: the image from then on, whatever `data` says of it."
  }
  const form = {
    schema: { type: "object", required: ["data"], properties: { data, image } },
    encoding: { data: { contentType: "application/json" } }
  }
  return { ...rest, content: { ...(isObject(content) ? content : {}), "multipart/form-data": form } }
}

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/**
 * Documents what an endpoint reads beside its path. It is an annotation and not a schema because requests are read by our own parser, which
 * knows more spellings than OpenAPI can say and reports every fault at once.
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
