import * as Data from "effect/Data"

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

const sorted = (_key: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => left < right ? -1 : 1))
    : value

/** A value as text, keys in order: two values are the same to the suite when these are. */
export const written = (value: unknown): string => JSON.stringify(value, sorted) ?? "undefined"
