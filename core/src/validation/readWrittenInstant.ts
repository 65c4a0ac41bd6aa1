import * as Either from "effect/Either"
import type { Json } from "../domain/Json.js"
import { parseInstant } from "../domain/parseInstant.js"
import { fault, type FieldReading } from "./FieldReading.js"
import type { Place } from "./Place.js"
import { readInstant } from "./readInstant.js"

/** Maximum length of the text in characters, because fractions of a second may have any number of digits. */
const text_chars_max = 64

/** An instant that is stored as written. */
export interface WrittenInstant {
  readonly text: string
  /** The instant in epoch milliseconds. */
  readonly at: number
}

/**
 * Parses an instant that is stored as written, to the millisecond; null when absent. Unlike instants of slots it is not
 * truncated to seconds. Fails like `readInstant`.
 */
export const readWrittenInstant = (value: Json | undefined, { field, ...at }: Place): FieldReading<WrittenInstant | null> => {
  if (value === undefined || value === null || value === "") return Either.right(null)
  const more = { ...at, origin: value }
  if (typeof value !== "string" || value.length > text_chars_max) return fault("date.invalid", field, more)
  const text = value.trim()
  const read = readInstant(text)
  if (Either.isLeft(read)) return fault(read.left, field, more)
  return Either.right({ text, at: parseInstant(text) ?? read.right })
}
