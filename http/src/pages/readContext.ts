import { CurrentImageBase } from "@agenda-engine/core/domain/CurrentImageBase"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { oneTextOf } from "../query/itemsOf.js"
import type { PageContext } from "./PageContext.js"
import { acceptedLanguages, pageLanguageOf, pageTexts } from "./PageTexts.js"

/**
 * The context of the request at hand: its language, of the page and of what is shown, is that of `lang`, else what the browser likes best of
 * those that pages speak, else English.
 */
export const readContext = Effect.gen(function*() {
  const { base, query } = yield* CurrentRequest
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const asked = pageLanguageOf(oneTextOf(query["lang"]) ?? "")
  const accepted = acceptedLanguages(headers["accept-language"] ?? "")
  const lang = asked ?? accepted[0] ?? "en"
  const context: PageContext = {
    lang,
    says: pageTexts[lang],
    languages: [lang],
    now: yield* Clock.currentTimeMillis,
    base,
    imageBase: yield* CurrentImageBase,
    isLangAsked: asked !== null
  }
  return context
})
