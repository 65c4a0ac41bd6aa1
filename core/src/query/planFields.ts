import * as Either from "effect/Either"
import type { AdditionalField } from "../domain/AdditionalField.js"
import { isOptioned } from "../domain/fieldKinds.js"
import { foldText } from "../domain/foldText.js"
import { type Issue, issue } from "../domain/Issue.js"
import { quoteJson, quoteText } from "../domain/quote.js"
import { dimensionOf } from "../record/dimensionOf.js"
import type { EventQuery, FieldFilter, Range } from "./EventQuery.js"
import type { Condition } from "./QueryPlan.js"

/** `long` are the texts that are not compared. */
type Kind = "choice" | "boolean" | "number" | "text" | "long"

/** The word for events without a value, where it can be no value. */
const emptyWord = "empty"

const kindOf = (field: AdditionalField): Kind => {
  if (isOptioned(field)) return "choice"
  if (field.fieldType === "boolean") return "boolean"
  if (field.fieldType === "integer" || field.fieldType === "number") return "number"
  return field.fieldType === "text" ? "text" : "long"
}

const takes: { readonly [K in Kind]: string } = {
  choice: "ids of options",
  boolean: "one of 0, 1, false, true",
  number: "a number, or the bounds gte and lte",
  text: "text",
  long: `the word ${emptyWord}, for events without a value`
}

/** What a bound of a range takes. */
const boundTakes = "a number"

const booleans: { readonly [word: string]: string } = { 0: "false", 1: "true", false: "false", true: "true" }

const wholeNumber = /^-?\d{1,16}$/
const decimal = /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i

const numberOf = (text: string): number | null => {
  const value = decimal.test(text.trim()) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : null
}

/** What one value of a filter stands for: a term, a range of numbers, nothing that can be there, or null: it cannot be taken. */
const readValue = (kind: Kind, text: string): { readonly term?: string; readonly range?: Range } | null => {
  switch (kind) {
    case "choice":
      return wholeNumber.test(text.trim()) ? { term: String(Number(text)) } : null
    case "boolean": {
      const term = Object.hasOwn(booleans, text) ? booleans[text] : undefined
      return term === undefined ? null : { term }
    }
    case "number": {
      const value = numberOf(text)
      return value === null ? null : { range: { gte: value, lte: value } }
    }
    case "text": {
      const term = foldText(text)
      return term === "" ? {} : { term }
    }
    case "long":
      return null
  }
}

/** Refuses a value; `shown` is how the message quotes it. */
const refuse = ({ field }: AdditionalField, takes: string, origin: string, shown: string): Issue =>
  issue("parameter.invalid", field, { origin, message: `${field} takes ${takes}, not ${shown}`, info: { takes } })

type BoundName = keyof FieldFilter["ranges"][number]

const refuseBound = ({ field }: AdditionalField, kind: Kind, name: BoundName, origin: string): Issue => {
  const at = `${field}[${name}]`
  return kind === "number"
    ? issue("parameter.invalid", at, {
      origin,
      message: `${at} takes ${boundTakes}, not ${quoteText(origin)}`,
      info: { takes: boundTakes }
    })
    : issue("parameter.invalid", at, {
      origin,
      message: `${at} means nothing: ${field} takes ${takes[kind]}`,
      info: { takes: takes[kind] }
    })
}

const boundNames = ["gte", "lte"] as const satisfies ReadonlyArray<BoundName>

/** What is wrong with a range for a field. */
const rangeFaults = (field: AdditionalField, kind: Kind, range: FieldFilter["ranges"][number]): ReadonlyArray<Issue> =>
  boundNames.flatMap((name) => {
    const text = range[name]
    return text === null || (kind === "number" && numberOf(text) !== null) ? [] : [refuseBound(field, kind, name, text)]
  })

/** A range of numbers without faults. */
const readRange = ({ gte, lte }: FieldFilter["ranges"][number]): Range => ({
  gte: gte === null ? null : numberOf(gte),
  lte: lte === null ? null : numberOf(lte)
})

const planField = (
  field: AdditionalField,
  { others, ranges, values }: FieldFilter,
  noneWords: ReadonlySet<string>
): Either.Either<Condition, ReadonlyArray<Issue>> => {
  const kind = kindOf(field)
  const isNone = (value: string): boolean => noneWords.has(value) || (kind !== "text" && value === emptyWord)
  const orNone = values.some(isNone)
  const asked = values.filter((value) => !isNone(value)).map((value) => ({ value, read: readValue(kind, value) }))
  const issues = [
    ...asked.flatMap(({ read, value }) => read === null ? [refuse(field, takes[kind], value, quoteText(value))] : []),
    ...ranges.flatMap((range) => rangeFaults(field, kind, range)),
    ...others.map((json) => refuse(field, takes[kind], json, quoteJson(json)))
  ]
  if (issues.length > 0) return Either.left(issues)
  const dimension = dimensionOf(field)
  const within = [...ranges.map(readRange), ...asked.flatMap(({ read }) => read?.range ?? [])]
  return Either.right(
    kind === "number"
      ? { _tag: "Numbers", dimension, ranges: within, orNone }
      : { _tag: "Terms", dimension, in: [...new Set(asked.flatMap(({ read }) => read?.term ?? []))], orNone }
  )
}

/**
 * What a query asks of additional fields, as conditions of a plan, or everything in it that a field cannot take (wire.md §6): options by id,
 * booleans, numbers by value or range, texts whole and folded; long texts (of the types textarea, markdown and html) cannot be compared. The word `missing` of a facet by the field asks for events without a value, and so does
 * `empty` where it can be no value. What is no field that the caller may read asks for nothing, like every unknown parameter.
 *
 * @example
 * planFields({ filter: { fields: { genres: { values: ["3"], ranges: [], others: [] } } }, facets: [] }, [genres])
 * // Either.right([{ _tag: "Terms", dimension: "field:genres", in: ["3"], orNone: false }])
 */
export const planFields = (
  { facets, filter }: Pick<EventQuery, "facets" | "filter">,
  readable: ReadonlyArray<AdditionalField>
): Either.Either<ReadonlyArray<Condition>, ReadonlyArray<Issue>> => {
  const planned = Object.entries(filter.fields ?? {}).flatMap(([code, asked]) => {
    const field = readable.find((one) => one.field === code)
    if (field === undefined) return []
    const words = facets.flatMap(({ field, missing, type }) =>
      type === "additionalFields" && field === code && missing !== undefined ? [missing] : []
    )
    return [planField(field, asked, new Set(words))]
  })
  const issues = planned.flatMap((one) => Either.isLeft(one) ? one.left : [])
  return issues.length > 0 ? Either.left(issues) : Either.right(planned.flatMap((one) => Either.isRight(one) ? [one.right] : []))
}
