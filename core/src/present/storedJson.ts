import { memoize } from "../domain/LruCache.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/text/Json.js"

/** Parses stored JSON. The engine wrote it, so invalid JSON is a defect and throws. */
export const storedJson = (text: string): Json => {
  const value: Json = JSON.parse(text)
  return value
}

/** Longer texts are not cached, which bounds the size of the cache. */
const cached_chars_max = 8_192

const cache_entries_max = 1_000

const frozen = <A extends Json>(value: A): A => {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(frozen)
    Object.freeze(value)
  }
  return value
}

const parseObject = (text: string): JsonObject => {
  const value = storedJson(text)
  return isJsonObject(value) ? value : {}
}

// Frozen, because cached objects are shared.
const cachedObject = memoize(cache_entries_max, (text) => frozen(parseObject(text)))

/**
 * Parses stored JSON to an object, `{}` for any other value. Results are cached, because the same events are loaded
 * repeatedly.
 */
export const storedObject = (text: string): JsonObject => text.length > cached_chars_max ? parseObject(text) : cachedObject(text)

/** A stored image in responses; `base` is the URL prefix of images stored by this server. */
export const presentImage = (stored: Json | undefined, base: string): Json =>
  isJsonObject(stored) && stored.base === "" ? { ...stored, base } : stored ?? null
