import * as Either from "effect/Either"
import { type Issue, issue, type IssueCode } from "../domain/Issue.js"

/** Result of parsing a field: its value, or all its issues. */
export type FieldReading<A> = Either.Either<A, ReadonlyArray<Issue>>

/** The value, unless there are issues. */
export const readingOf = <A>(value: A, issues: ReadonlyArray<Issue>): FieldReading<A> =>
  issues.length === 0 ? Either.right(value) : Either.left(issues)

/** A failed result with one issue. */
export const fault = (code: IssueCode, field: string, more?: Parameters<typeof issue>[2]): FieldReading<never> =>
  Either.left([issue(code, field, more)])

/** The issues of several results, in order; undefined results (fields that were not sent) are skipped. */
export const issuesOf = (readings: Iterable<FieldReading<unknown> | undefined>): ReadonlyArray<Issue> => {
  const issues: Array<Issue> = []
  for (const reading of readings) {
    if (reading !== undefined && Either.isLeft(reading)) { for (const found of reading.left) issues.push(found) }
  }
  return issues
}
