import * as Either from "effect/Either"
import { type Issue, issue, type IssueCode } from "../../domain/error/Issue.js"
import { isBlankText } from "../../domain/text/cleanText.js"
import type { Json } from "../../domain/text/Json.js"

/** Result of parsing a field: its value, or all its issues. */
export type ParseResult<A> = Either.Either<A, ReadonlyArray<Issue>>

/** The value, unless there are issues. */
export const readingOf = <A>(value: A, issues: ReadonlyArray<Issue>): ParseResult<A> =>
  issues.length === 0 ? Either.right(value) : Either.left(issues)

/** A failed result with one issue. */
export const fault = (code: IssueCode, field: string, more?: Parameters<typeof issue>[2]): ParseResult<never> =>
  Either.left([issue(code, field, more)])

/** The issues of several results, in order; undefined results (fields that were not sent) are skipped. */
export const issuesOf = (readings: Iterable<ParseResult<unknown> | undefined>): ReadonlyArray<Issue> => {
  const issues: Array<Issue> = []
  for (const reading of readings) {
    if (reading !== undefined && Either.isLeft(reading)) { for (const found of reading.left) issues.push(found) }
  }
  return issues
}

/** Path of a value in a body, for its issues. */
export interface ValuePath {
  /** JSON path: `offers[1].tiers[3].priceCents`. */
  readonly field: string
  /** Index in a list at the root (wire.md §4, Errors). */
  readonly index?: number
}

/** Whether a JSON value is a list. */
export const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** Whether a value is empty: null, a text that shows nothing, or an empty list or object (wire.md §2, PATCH). */
export const isBlank = (value: Json): boolean => {
  if (value === null) return true
  if (typeof value === "string") return isBlankText(value)
  if (isList(value)) return value.length === 0
  return typeof value === "object" && Object.keys(value).length === 0
}

/**
 * Truncates issues to `max`, followed by one `tooMany` if any were dropped (wire.md §4). Parsers of lists may therefore
 * stop after more than `max` issues.
 */
export const capIssues = (issues: ReadonlyArray<Issue>, max: number): ReadonlyArray<Issue> =>
  issues.length <= max
    ? issues
    : [...issues.slice(0, max), issue("tooMany", "errors", { message: "there are more errors than are listed", info: { max } })]
