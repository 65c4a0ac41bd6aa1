import { isJsonObject, type Json } from "../domain/Json.js"

/** A text, or each text under a language, as `format` makes it. */
export const formatTexts = (value: Json, format: (text: string) => string): Json => {
  if (typeof value === "string") return format(value)
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([lang, text]) => [lang, formatTexts(text, format)])) : value
}
