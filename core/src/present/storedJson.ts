import { isJsonObject, type Json, type JsonObject } from "../domain/Json.js"
import { remembering } from "../domain/remembering.js"

/** What a stored JSON text says. The engine wrote it, so a text that is no JSON is a defect and throws. */
export const storedJson = (text: string): Json => {
  const value: Json = JSON.parse(text)
  return value
}

/** Longer texts are read each time, so that what is remembered stays small. */
const remembered_chars_max = 8_192

const remembered_max = 1_000

const frozen = <A extends Json>(value: A): A => {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(frozen)
    Object.freeze(value)
  }
  return value
}

const readObject = (text: string): JsonObject => {
  const value = storedJson(text)
  return isJsonObject(value) ? value : {}
}

// What is given out again and again nobody may change.
const rememberedObject = remembering(remembered_max, (text) => frozen(readObject(text)))

/** What a stored JSON text says that holds an object; anything else is an empty one. The same events are read again and again, and their texts once. */
export const storedObject = (text: string): JsonObject => text.length > remembered_chars_max ? readObject(text) : rememberedObject(text)
