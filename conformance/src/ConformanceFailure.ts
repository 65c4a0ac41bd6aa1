import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

/** A store did not do what a case demands. */
export class ConformanceFailure extends Data.TaggedError("ConformanceFailure")<{
  /** What was looked at. */
  readonly what: string
  readonly expected: unknown
  readonly actual: unknown
}> {
  override get message(): string {
    return `${this.what}\n  expected: ${written(this.expected)}\n  actual:   ${written(this.actual)}`
  }
}

/** Whether this is a `ConformanceFailure`, of whatever copy of this package. */
export const isConformanceFailure = (error: unknown): error is ConformanceFailure => Predicate.isTagged(error, "ConformanceFailure")

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => left < right ? -1 : 1))
    : value

/** A value as text, keys in order: two values are the same to the suite when these are. */
export const written = (value: unknown): string => JSON.stringify(value, sorted) ?? "undefined"
