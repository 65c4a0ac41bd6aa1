import { isJsonObject, type JsonObject } from "../domain/Json.js"

const multilingualFields = new Set(["title", "description", "longDescription", "conditions", "keywords"])

/**
 * The languages of the writable multilingual fields of a body, in body order, without duplicates (wire.md §4). Falls
 * back to the language of plain strings, if any. `additional` contains the codes of multilingual additional fields.
 */
export const languagesMet = (
  fields: JsonObject,
  plainLang: string | null,
  additional: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  const additionalFields = new Set(additional)
  const met = new Set<string>()
  for (const field of Object.keys(fields)) {
    if (!multilingualFields.has(field) && !additionalFields.has(field)) continue
    const value = fields[field]
    if (isJsonObject(value)) { for (const lang of Object.keys(value)) met.add(lang) }
    else if (plainLang !== null && (typeof value === "string" || Array.isArray(value)) && value.length > 0) met.add(plainLang)
  }
  return met.size > 0 ? [...met] : plainLang === null ? [] : [plainLang]
}
