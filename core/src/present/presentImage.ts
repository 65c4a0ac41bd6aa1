import { isJsonObject, type Json } from "../domain/Json.js"

/** A stored picture as it is read: one that is kept here is found where `base` says. */
export const presentImage = (stored: Json | undefined, base: string): Json =>
  isJsonObject(stored) && stored.base === "" ? { ...stored, base } : stored ?? null
