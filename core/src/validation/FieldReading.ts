import * as Either from "effect/Either"
import { type Issue, issue, type IssueCode } from "../domain/Issue.js"

/** A field, read: its value, or everything that is wrong with it. */
export type FieldReading<A> = Either.Either<A, ReadonlyArray<Issue>>

/** A field whose value is this, unless there are issues. */
export const readingOf = <A>(value: A, issues: ReadonlyArray<Issue>): FieldReading<A> =>
  issues.length === 0 ? Either.right(value) : Either.left(issues)

/** A field with one fault. */
export const fault = (code: IssueCode, field: string, more?: Parameters<typeof issue>[2]): FieldReading<never> =>
  Either.left([issue(code, field, more)])

/** Everything that is wrong with some fields, in their order; those that were not named are undefined. */
export const issuesOf = (readings: Iterable<FieldReading<unknown> | undefined>): ReadonlyArray<Issue> => {
  const issues: Array<Issue> = []
  for (const reading of readings) {
    if (reading !== undefined && Either.isLeft(reading)) { for (const found of reading.left) issues.push(found) }
  }
  return issues
}
