import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { AdditionalField } from "../../domain/AdditionalField.js"
import { cleanText } from "../../domain/cleanText.js"
import { countChars } from "../../domain/countChars.js"
import type { StoreError } from "../../domain/EngineError.js"
import { isMarkup } from "../../domain/fieldKinds.js"
import { mayWrite } from "../../domain/fieldRights.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/Json.js"
import { CurrentLimits, type Limits } from "../../domain/Limits.js"
import { remembering } from "../../domain/remembering.js"
import type { NetworkStore } from "../../ports/NetworkStore.js"
import { RichText } from "../../ports/RichText.js"
import { makePacer } from "../../ports/slices.js"
import { unwrapBody } from "../../validation/unwrapBody.js"
import type { Standing } from "../Access.js"
import { agendaFields } from "../agendaFields.js"

/** The texts of a value that are converted if it is taken: none of one that has more languages than there may be. */
const textsOf = (value: Json | undefined, { languages_max }: Limits): ReadonlyArray<Json> => {
  const texts = isJsonObject(value) ? Object.values(value) : [value ?? null]
  return texts.length > languages_max ? [] : texts
}

const markupOf = (body: Json, definitions: ReadonlyArray<AdditionalField>, limits: Limits): ReadonlySet<string> => {
  const fields = Either.getOrElse(unwrapBody(body), (): JsonObject => ({}))
  const texts = ["longDescription", ...definitions.map(({ field }) => field)]
    .flatMap((field) => Object.hasOwn(fields, field) ? textsOf(fields[field], limits) : [])
    .flatMap((text) => typeof text === "string" ? [cleanText(text)] : [])
  const chars_max = Math.max(limits.longDescription_chars_max, limits.fieldLongText_chars_max, limits.longDescriptionRaw_chars_max)
  return new Set(texts.filter((text) => countChars(text) <= chars_max))
}

/** How many stored texts it is remembered of how they read: more than are asked for twice. */
const rendered_max = 100

/** Conversions of markup that know the outcome of some. */
export type Converted = Context.Tag.Service<RichText>

/**
 * Converts the markup of events' bodies, some of it a turn. What takes long is thus done
 * before the agenda's lock is taken and others wait for it; what the bodies turn out to hold besides is converted when it is asked for.
 */
export const convertAhead: (
  standing: Standing,
  bodies: ReadonlyArray<Json>
) => Effect.Effect<Converted, StoreError, NetworkStore | RichText> = Effect.fnUntraced(function*(standing, bodies) {
  const richText = yield* RichText
  // Who may write nothing here is told so under the lock, and costs nothing before.
  if (!standing.moderates && standing.role === null) return richText
  const fields = (yield* agendaFields(standing.agenda)).filter((field) => isMarkup(field) && mayWrite(field, standing))
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
  const known = (text: string, isHtml: boolean): string | undefined => {
    const found = converted.get(text)
    return found?.isHtml === isHtml ? found.markdown : undefined
  }
  return {
    ...richText,
    toHtml: remembering(rendered_max, richText.toHtml),
    isHtml: (text) => converted.get(text)?.isHtml ?? richText.isHtml(text),
    toMarkdown: (html) => known(html, true) ?? richText.toMarkdown(html),
    cleanMarkdown: (markdown) => known(markdown, false) ?? richText.cleanMarkdown(markdown)
  }
})
