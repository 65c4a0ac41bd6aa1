import { isJsonObject, type JsonObject } from "../domain/Json.js"

const multilingualFields = new Set(["title", "description", "longDescription", "conditions", "keywords"])

/**
 * The languages that a body speaks: those of its writable multilingual fields, in body order, each once. A body that shows none
 * speaks the language of plain strings, if there is one (wire.md §4).
 */
export const languagesMet = (fields: JsonObject, plainLang: string | null): ReadonlyArray<string> => {
  const met = new Set<string>()
  for (const [field, value] of Object.entries(fields)) {
    if (!multilingualFields.has(field)) continue
    if (isJsonObject(value)) { for (const lang of Object.keys(value)) met.add(lang) }
    else if (plainLang !== null && (typeof value === "string" || Array.isArray(value)) && value.length > 0) met.add(plainLang)
  }
  return met.size > 0 ? [...met] : plainLang === null ? [] : [plainLang]
}
