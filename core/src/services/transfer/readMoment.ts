import * as Either from "effect/Either"
import type { IssueCode } from "../../domain/Issue.js"
import { readInstant } from "../../validation/readInstant.js"

/** Reads an instant of an event's history, which unlike a slot's is kept to the millisecond. Faults as of `readInstant`. */
export const readMoment = (text: string): Either.Either<number, IssueCode> => {
  const fraction = /[.,](\d{1,3})/.exec(text)?.[1] ?? ""
  return Either.map(readInstant(text), (second) => second + Number(fraction.padEnd(3, "0")))
}
