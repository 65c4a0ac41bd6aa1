import * as Either from "effect/Either"
import { type Issue, issue, quoteJson, quoteText } from "../../domain/error/Issue.js"
import { type AdditionalField, isCompared, isOptioned } from "../../domain/field/AdditionalField.js"
import { dayOf } from "../../domain/field/FieldValue.js"
import { foldTerm } from "../../domain/text/foldTerm.js"
import { epochDayOf } from "../../domain/time/CivilDate.js"
import { isTimezone } from "../../domain/time/timezone.js"
import { dimensionOf } from "../../record/EventRecord.js"
import { describedInstant } from "../Parameter.js"
import { type BoundName, readDayBound, utc } from "../readBound.js"
import type { Condition, Range } from "./Condition.js"
import type { FieldFilter } from "./eventFilters.js"
import type { EventQuery } from "./EventQuery.js"

/** `long`: texts, files and images, which cannot be compared. */
type Kind = "choice" | "boolean" | "number" | "date" | "text" | "long"

/** Value that selects events without a value, for kinds where it cannot be a value itself. */
const emptyWord = "empty"

const kindOf = (field: AdditionalField): Kind => {
  if (isOptioned(field)) return "choice"
  if (field.fieldType === "boolean") return "boolean"
  if (field.fieldType === "integer" || field.fieldType === "number") return "number"
  if (field.fieldType === "date") return "date"
  return isCompared(field) ? "text" : "long"
}

const takes: { readonly [K in Kind]: string } = {
  choice: "ids of options",
  boolean: "one of 0, 1, false, true",
  number: "a number, or the bounds gte and lte",
  date: "a day such as 2031-05-10, or the bounds gte and lte",
  text: "text",
  long: `the word ${emptyWord}, for events without a value`
}

/** What a range bound of each kind of range accepts. */
const boundTakes = { number: "a number", date: describedInstant } as const

const isRanged = (kind: Kind): kind is keyof typeof boundTakes => kind === "number" || kind === "date"

const booleans: { readonly [word: string]: string } = { 0: "false", 1: "true", false: "false", true: "true" }

const wholeNumber = /^-?\d{1,16}$/
const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

const numberOf = (text: string): number | null => {
  const value = decimal.test(text.trim()) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : null
}

/** The day as it is indexed: days since 1970. */
const epochDay = (text: string): number | null => {
  const day = dayOf(text.trim())
  return day === null ? null : epochDayOf(day)
}

/** Parses one filter value as a term or a numeric range. `{}` matches nothing; null is an invalid value. */
const readValue = (kind: Kind, text: string): { readonly term?: string; readonly range?: Range } | null => {
  switch (kind) {
    case "choice":
      return wholeNumber.test(text.trim()) ? { term: String(Number(text)) } : null
    case "boolean": {
      const term = Object.hasOwn(booleans, text) ? booleans[text] : undefined
      return term === undefined ? null : { term }
    }
    case "number":
    case "date": {
      const value = kind === "date" ? epochDay(text) : numberOf(text)
      return value === null ? null : { range: { gte: value, lte: value } }
    }
    case "text": {
      const term = foldTerm(text)
      return term === "" ? {} : { term }
    }
    case "long":
      return null
  }
}

/** Issue for a rejected value; `shown` is its quotation in the message. */
const refuse = ({ field }: AdditionalField, takes: string, origin: string, shown: string): Issue =>
  issue("parameter.invalid", field, { origin, message: `${field} takes ${takes}, not ${shown}`, info: { takes } })

type FieldRange = FieldFilter["ranges"][number]

const refusePart = ({ field }: AdditionalField, kind: Kind, name: keyof FieldRange, origin: string): Issue => {
  const at = `${field}[${name}]`
  return isRanged(kind) && name !== "tz"
    ? issue("parameter.invalid", at, {
      origin,
      message: `${at} takes ${boundTakes[kind]}, not ${quoteText(origin)}`,
      info: { takes: boundTakes[kind] }
    })
    : issue("parameter.invalid", at, {
      origin,
      message: `${at} is invalid: ${field} takes ${takes[kind]}`,
      info: { takes: takes[kind] }
    })
}

/** Parses a range to numbers, or returns its issues. `now`, in epoch milliseconds, resolves `today`. */
const readRange = (field: AdditionalField, kind: Kind, range: FieldRange, now: number): Range | ReadonlyArray<Issue> => {
  const { tz } = range
  if (kind === "date" && tz !== undefined && !isTimezone(tz)) return [issue("timezone.invalid", `${field.field}[tz]`, { origin: tz })]
  const issues: Array<Issue> = tz === undefined || kind === "date" ? [] : [refusePart(field, kind, "tz", tz)]
  const bound = (name: BoundName): number | null => {
    const text = range[name]
    if (text === null) return null
    const read = !isRanged(kind) ? null : kind === "date" ? readDayBound(text.trim(), name, tz ?? utc, now) : numberOf(text)
    if (read === null) issues.push(refusePart(field, kind, name, text))
    return read
  }
  const parsed = { gte: bound("gte"), lte: bound("lte") }
  return issues.length > 0 ? issues : parsed
}

const isIssues = (read: Range | ReadonlyArray<Issue>): read is ReadonlyArray<Issue> => Array.isArray(read)

const planField = (
  field: AdditionalField,
  { others, ranges, values }: FieldFilter,
  noneWords: ReadonlySet<string>,
  now: number
): Either.Either<Condition, ReadonlyArray<Issue>> => {
  const kind = kindOf(field)
  const isNone = (value: string): boolean => noneWords.has(value) || (field.fieldType !== "text" && value === emptyWord)
  const orNone = values.some(isNone)
  const parsed = values.filter((value) => !isNone(value)).map((value) => ({ value, read: readValue(kind, value) }))
  const bounds = ranges.map((range) => readRange(field, kind, range, now))
  const issues = [
    ...parsed.flatMap(({ read, value }) => read === null ? [refuse(field, takes[kind], value, quoteText(value))] : []),
    ...bounds.flatMap((read) => isIssues(read) ? read : []),
    ...others.map((json) => refuse(field, takes[kind], json, quoteJson(json)))
  ]
  if (issues.length > 0) return Either.left(issues)
  const dimension = dimensionOf(field)
  const within = [...bounds.flatMap((read) => isIssues(read) ? [] : [read]), ...parsed.flatMap(({ read }) => read?.range ?? [])]
  return Either.right(
    isRanged(kind)
      ? { _tag: "Numbers", dimension, ranges: within, orNone }
      : { _tag: "Terms", dimension, in: [...new Set(parsed.flatMap(({ read }) => read?.term ?? []))], orNone }
  )
}

/**
 * Plans the filters on additional fields, or returns every issue (wire.md §6). Options match by id, booleans by value,
 * numbers and days by value or range, texts, links and addresses as a whole and folded. Long texts (types textarea,
 * markdown and html) and files cannot be compared. The `missing` label of a facet on the same field selects events
 * without a value; so does `empty` where it cannot be a value. Codes without a field that the caller may read are
 * ignored, like every unknown parameter. `now`, in epoch milliseconds, resolves `today` in ranges of days.
 *
 * @example
 * planFields({ filter: { fields: { genres: { values: ["3"], ranges: [], others: [] } } }, facets: [] }, [genres], 0)
 * // Either.right([{ _tag: "Terms", dimension: "field:genres", in: ["3"], orNone: false }])
 */
export const planFields = (
  { facets, filter }: Pick<EventQuery, "facets" | "filter">,
  readable: ReadonlyArray<AdditionalField>,
  now: number
): Either.Either<ReadonlyArray<Condition>, ReadonlyArray<Issue>> => {
  const planned = Object.entries(filter.fields ?? {}).flatMap(([code, requested]) => {
    const field = readable.find((one) => one.field === code)
    if (field === undefined) return []
    const words = facets.flatMap(({ field, missing, type }) =>
      type === "additionalFields" && field === code && missing !== undefined ? [missing] : []
    )
    return [planField(field, requested, new Set(words), now)]
  })
  const issues = planned.flatMap((one) => Either.isLeft(one) ? one.left : [])
  return issues.length > 0 ? Either.left(issues) : Either.right(planned.flatMap((one) => Either.isRight(one) ? [one.right] : []))
}
