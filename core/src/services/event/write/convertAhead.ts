import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { StoreError } from "../../../domain/error/EngineError.js"
import { type AdditionalField, isMarkup, mayWrite } from "../../../domain/field/AdditionalField.js"
import { CurrentLimits, type Limits } from "../../../domain/Limits.js"
import { memoize } from "../../../domain/LruCache.js"
import { cleanText, countChars } from "../../../domain/text/cleanText.js"
import { isJsonObject, type Json, type JsonObject } from "../../../domain/text/Json.js"
import type { NetworkStore } from "../../../ports/NetworkStore.js"
import { RichText } from "../../../ports/RichText.js"
import { makePacer } from "../../../schedule/timeSlices.js"
import { unwrapBody } from "../../../validation/value/unwrapBody.js"
import type { Authorization } from "../../Access.js"
import { agendaFields } from "../../agenda/agendaFields.js"

/** The texts of a field value to be converted; none when it has too many languages. */
const textsOf = (value: Json | undefined, { languages_max }: Limits): ReadonlyArray<Json> => {
  if (!isJsonObject(value)) return [value ?? null]
  return Object.keys(value).length > languages_max ? [] : Object.values(value)
}

const markupOf = (body: Json, definitions: ReadonlyArray<AdditionalField>, limits: Limits): ReadonlySet<string> => {
  const fields = Either.getOrElse(unwrapBody(body), (): JsonObject => ({}))
  const texts = ["longDescription", ...definitions.map(({ field }) => field)]
    .flatMap((field) => Object.hasOwn(fields, field) ? textsOf(fields[field], limits) : [])
    .flatMap((text) => typeof text === "string" ? [cleanText(text)] : [])
  const chars_max = Math.max(limits.longDescription_chars_max, limits.fieldLongText_chars_max, limits.longDescriptionRaw_chars_max)
  return new Set(texts.filter((text) => countChars(text) <= chars_max))
}

/** Size of the LRU cache of rendered texts. A write renders fewer texts twice. */
const rendered_max = 100

/** A `RichText` with cached conversions. */
export type Converted = Context.Tag.Service<RichText>

/**
 * Converts the markup of event bodies and caches the results, yielding to the event loop in between. Run it before
 * taking the agenda's lock, so that other writers do not wait for it. Texts that it missed are converted on demand.
 */
export const convertAhead: (
  authorization: Authorization,
  bodies: ReadonlyArray<Json>
) => Effect.Effect<Converted, StoreError, NetworkStore | RichText> = Effect.fnUntraced(function*(authorization, bodies) {
  const richText = yield* RichText
  // A caller who may not write is refused under the lock, and causes no work before.
  if (!authorization.moderates && authorization.role === null) return richText
  const fields = (yield* agendaFields(authorization.agenda)).filter((field) => isMarkup(field) && mayWrite(field, authorization))
  const converted = new Map<string, { readonly isHtml: boolean; readonly markdown: string }>()
  const limits = yield* CurrentLimits
  const pace = yield* makePacer
  for (const body of bodies) {
    for (const text of markupOf(body, fields, limits)) {
      const isHtml = richText.isHtml(text)
      converted.set(text, { isHtml, markdown: isHtml ? richText.toMarkdown(text) : richText.cleanMarkdown(text) })
      yield* pace
    }
  }
  const cached = (text: string, isHtml: boolean): string | undefined => {
    const found = converted.get(text)
    return found?.isHtml === isHtml ? found.markdown : undefined
  }
  return {
    ...richText,
    toHtml: memoize(rendered_max, richText.toHtml),
    isHtml: (text) => converted.get(text)?.isHtml ?? richText.isHtml(text),
    toMarkdown: (html) => cached(html, true) ?? richText.toMarkdown(html),
    cleanMarkdown: (markdown) => cached(markdown, false) ?? richText.cleanMarkdown(markdown)
  }
})
