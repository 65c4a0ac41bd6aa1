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

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

/**
 * Documents what an endpoint reads beside its path. It is an annotation and not a schema because requests are read by our own parser, which
 * knows more spellings than OpenAPI can say and reports every fault at once.
 */
export const documentRequest = (request: { readonly query?: ReadonlyArray<Parameter>; readonly lang?: boolean }): Context.Context<never> =>
  OpenApi.annotations({
    transform: (operation: { readonly [key: string]: unknown }) => ({
      ...operation,
      parameters: [
        ...(isList(operation["parameters"]) ? operation["parameters"] : []),
        ...(request.query ?? []).map(describeParameter),
        ...(request.lang === true ? [lang] : [])
      ]
    })
  })
