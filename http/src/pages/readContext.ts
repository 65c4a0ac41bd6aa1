import { CurrentImageBase } from "@agenda-engine/core/domain/CurrentImageBase"
import { languageTag } from "@agenda-engine/core/domain/languageTag"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { oneTextOf } from "../query/itemsOf.js"
import type { PageContext } from "./PageContext.js"
import { acceptedLanguages, pageLanguageOf, pageTexts } from "./PageTexts.js"

/**
 * Context of the current request. Its language is that of `lang`, else the browser's preferred one among the page
 * languages, else English.
 */
export const readContext = Effect.gen(function*() {
  const { base, query } = yield* CurrentRequest
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const tag = (oneTextOf(query["lang"]) ?? "").trim()
  const asked = pageLanguageOf(tag)
  const accepted = acceptedLanguages(headers["accept-language"] ?? "")
  const lang = asked ?? accepted[0] ?? "en"
  const context: PageContext = {
    lang,
    texts: pageTexts[lang],
    languages: [asked === null ? lang : languageTag(tag) ?? lang],
    now: yield* Clock.currentTimeMillis,
    base,
    imageBase: yield* CurrentImageBase,
    isLangAsked: asked !== null
  }
  return context
})
