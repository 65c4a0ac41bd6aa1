import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"
import { firstDifference, written } from "./written.js"

/** Maximum printed length of a value in characters. */
const printed_chars_max = 600

const shortened = (value: unknown): string => {
  const text = written(value)
  return text.length <= printed_chars_max ? text : `${text.slice(0, printed_chars_max)}… (${text.length} characters)`
}

/** A store did not do what a case demands. */
export class ConformanceFailure extends Data.TaggedError("ConformanceFailure")<{
  /** What was looked at. */
  readonly what: string
  readonly expected: unknown
  readonly actual: unknown
}> {
  override get message(): string {
    const { actual, expected, path } = firstDifference(this.expected, this.actual)
    const where = path === "" ? [] : [`  first difference: ${path}`]
    return [this.what, ...where, `  expected: ${shortened(expected)}`, `  actual:   ${shortened(actual)}`].join("\n")
  }
}

/** Whether this is a `ConformanceFailure`, of whatever copy of this package. */
export const isConformanceFailure = (error: unknown): error is ConformanceFailure => Predicate.isTagged(error, "ConformanceFailure")
