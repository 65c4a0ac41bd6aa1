import { isJsonObject, type Json, type JsonObject } from "../domain/Json.js"

/** What a stored JSON text says. The engine wrote it, so a text that is no JSON is a defect and throws. */
export const storedJson = (text: string): Json => {
  const value: Json = JSON.parse(text)
  return value
}

/** What a stored JSON text says that holds an object; anything else is an empty one. */
export const storedObject = (text: string): JsonObject => {
  const value = storedJson(text)
  return isJsonObject(value) ? value : {}
}
