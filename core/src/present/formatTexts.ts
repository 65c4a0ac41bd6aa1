import { isJsonObject, type Json } from "../domain/Json.js"

/** Applies `format` to a text, or to each text of an object keyed by language. */
export const formatTexts = (value: Json, format: (text: string) => string): Json => {
  if (typeof value === "string") return format(value)
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([lang, text]) => [lang, formatTexts(text, format)])) : value
}
