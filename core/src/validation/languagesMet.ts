import { isJsonObject, type JsonObject } from "../domain/Json.js"

const multilingualFields = new Set(["title", "description", "longDescription", "conditions", "keywords"])

/**
 * The languages that a body speaks: those of its writable multilingual fields, in body order, each once. A body that shows none
 * speaks the language of plain strings, if there is one (wire.md §4). `additional` are the codes of additional fields that are multilingual too.
 */
export const languagesMet = (
  fields: JsonObject,
  plainLang: string | null,
  additional: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  const additionalFields = new Set(additional)
  const met = new Set<string>()
  for (const [field, value] of Object.entries(fields)) {
    if (!multilingualFields.has(field) && !additionalFields.has(field)) continue
    if (isJsonObject(value)) { for (const lang of Object.keys(value)) met.add(lang) }
    else if (plainLang !== null && (typeof value === "string" || Array.isArray(value)) && value.length > 0) met.add(plainLang)
  }
  return met.size > 0 ? [...met] : plainLang === null ? [] : [plainLang]
}
