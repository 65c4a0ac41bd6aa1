import * as Either from "effect/Either"
import { instantOf } from "../domain/instantOf.js"
import type { Json } from "../domain/Json.js"
import { fault, type FieldReading } from "./FieldReading.js"
import type { Place } from "./Place.js"
import { readInstant } from "./readInstant.js"

/** Characters of the longest text that is kept: fractions of a second may have any number of digits. */
const text_chars_max = 64

/** An instant that is kept as it was written. */
export interface WrittenInstant {
  readonly text: string
  /** What it says, epoch milliseconds. */
  readonly at: number
}

/**
 * Reads an instant that is kept as it was written, to the millisecond; null when there is none. Unlike those of slots it is not cut to the
 * second. Faults as of `readInstant`.
 */
export const readWrittenInstant = (value: Json | undefined, { field, ...at }: Place): FieldReading<WrittenInstant | null> => {
  if (value === undefined || value === null || value === "") return Either.right(null)
  const more = { ...at, origin: value }
  if (typeof value !== "string" || value.length > text_chars_max) return fault("date.invalid", field, more)
  const text = value.trim()
  const read = readInstant(text)
  if (Either.isLeft(read)) return fault(read.left, field, more)
  return Either.right({ text, at: instantOf(text) ?? read.right })
}
