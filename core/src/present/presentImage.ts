import { isJsonObject, type Json } from "../domain/Json.js"

/** A stored image in responses; `base` is the URL prefix of images stored by this server. */
export const presentImage = (stored: Json | undefined, base: string): Json =>
  isJsonObject(stored) && stored.base === "" ? { ...stored, base } : stored ?? null
