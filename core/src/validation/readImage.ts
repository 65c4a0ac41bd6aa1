import * as Either from "effect/Either"
import type { EventImage } from "../domain/Event.js"
import { isJsonObject, type Json } from "../domain/Json.js"
import { fault, type FieldReading } from "./FieldReading.js"
import { isBlank } from "./isBlank.js"

/** Reads `image` beside the stored picture: that picture as it was read is kept, nothing takes it away, anything else is refused (wire.md §2). */
export const readImage = (value: Json, stored: EventImage | null): FieldReading<"keep" | "remove"> => {
  if (isBlank(value)) return Either.right("remove")
  if (stored !== null) {
    const urls = [stored, ...stored.variants].map(({ filename }) => stored.base + filename)
    if (typeof value === "string" && urls.includes(value)) return Either.right("keep")
    if (isJsonObject(value) && value.filename === stored.filename && value.base === stored.base) return Either.right("keep")
  }
  return fault("type.invalid", "image", { origin: value, message: "only the picture as it was read is accepted here" })
}
