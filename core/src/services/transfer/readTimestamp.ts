import * as Either from "effect/Either"
import type { IssueCode } from "../../domain/Issue.js"
import { readInstant } from "../../validation/readInstant.js"

/**
 * Parses an instant of an event's history; unlike a slot's it has milliseconds. Fails with the issue codes of
 * `readInstant`.
 */
export const readTimestamp = (text: string): Either.Either<number, IssueCode> => {
  const fraction = /[.,](\d{1,3})/.exec(text)?.[1] ?? ""
  return Either.map(readInstant(text), (second) => second + Number(fraction.padEnd(3, "0")))
}
