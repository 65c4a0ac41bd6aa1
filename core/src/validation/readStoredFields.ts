import * as Either from "effect/Either"
import type { AdditionalField, SchemaType } from "../domain/AdditionalField.js"
import { memoize } from "../domain/memoize.js"
import { parseJson } from "../domain/parseJson.js"
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

const parseFields = (text: string, schemaType: SchemaType, lang: string | null): ReadonlyArray<AdditionalField> => {
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
  memoize(languages_max, (lang) => memoize(texts_max, (text) => parseFields(text, schemaType, lang === "" ? null : lang)))

const cachedFields = { agenda: byLanguage("agenda"), network: byLanguage("network") }

/**
 * Parses the stored additional fields of an agenda or network, without the current limits. Fields were once stored
 * unchecked, so invalid definitions and duplicate codes are dropped. `lang` as in `FieldRules`.
 */
export const readStoredFields = (text: string, schemaType: SchemaType, lang: string | null): ReadonlyArray<AdditionalField> =>
  cachedFields[schemaType](lang ?? "")(text)
