import * as Either from "effect/Either"
import type { AdditionalField, SchemaType } from "../domain/AdditionalField.js"
import { parseJson } from "../domain/parseJson.js"
import { remembering } from "../domain/remembering.js"
import type { FieldRules } from "./FieldRules.js"
import { isList } from "./isList.js"
import { readFieldDefinition } from "./readFieldDefinition.js"

const unbounded: FieldRules["limits"] = {
  fields_max: Infinity,
  fieldCode_chars_max: Infinity,
  fieldLabel_chars_max: Infinity,
  fieldOptions_max: Infinity,
  fieldOptionValue_chars_max: Infinity,
  languages_max: Infinity
}

const understood = (text: string, schemaType: SchemaType, lang: string | null): ReadonlyArray<AdditionalField> => {
  const stored = Either.getOrElse(parseJson(text, "fields"), () => [])
  const fields = new Map<string, AdditionalField>()
  for (const written of isList(stored) ? stored : []) {
    const reading = readFieldDefinition(written, "fields", { schemaType, lang, limits: unbounded })
    if (Either.isRight(reading) && !fields.has(reading.right.field)) fields.set(reading.right.field, reading.right)
  }
  return [...fields.values()]
}

const languages_max = 10
const texts_max = 100

const byLanguage = (schemaType: SchemaType) =>
  remembering(languages_max, (lang) => remembering(texts_max, (text) => understood(text, schemaType, lang === "" ? null : lang)))

const remembered = { agenda: byLanguage("agenda"), network: byLanguage("network") }

/**
 * The additional fields that an agenda or network was stored with, whatever the limits are now. There were times when fields were kept as
 * they came: what cannot be understood as a definition, and what comes second under a code, is left out. `lang` as in `FieldRules`.
 */
export const readStoredFields = (text: string, schemaType: SchemaType, lang: string | null): ReadonlyArray<AdditionalField> =>
  remembered[schemaType](lang ?? "")(text)
