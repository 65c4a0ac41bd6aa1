import * as Either from "effect/Either"
import type { AdditionalField } from "../domain/AdditionalField.js"
import { isOptioned } from "../domain/fieldKinds.js"
import { foldText } from "../domain/foldText.js"
import { type Issue, issue } from "../domain/Issue.js"
import { dimensionOf } from "../record/dimensionOf.js"
import type { EventQuery, FieldFilter, Range } from "./EventQuery.js"
import type { Condition } from "./QueryPlan.js"

type Kind = "choice" | "boolean" | "number" | "text"

/** The word for events without a value, where it can be no value. */
const emptyWord = "empty"

const kindOf = (field: AdditionalField): Kind => {
  if (isOptioned(field)) return "choice"
  if (field.fieldType === "boolean") return "boolean"
  return field.fieldType === "integer" || field.fieldType === "number" ? "number" : "text"
}

const takes: { readonly [K in Kind]: string } = {
  choice: "ids of options",
  boolean: "one of 0, 1, false, true",
  number: "a number, or the bounds gte and lte",
  text: "text"
}

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
  }
}

const refuse = (field: AdditionalField, origin: string): Issue =>
  issue("parameter.invalid", field.field, {
    origin,
    message: `${field.field} takes ${takes[kindOf(field)]}`,
    info: { takes: takes[kindOf(field)] }
  })

/** A range of numbers; null when a bound is none. */
const readRange = ({ gte, lte }: FieldFilter["ranges"][number]): Range | null => {
  const range = { gte: gte === null ? null : numberOf(gte), lte: lte === null ? null : numberOf(lte) }
  return (range.gte === null) === (gte === null) && (range.lte === null) === (lte === null) ? range : null
}

const planField = (
  field: AdditionalField,
  { others, ranges, values }: FieldFilter,
  noneWords: ReadonlySet<string>
): Either.Either<Condition, ReadonlyArray<Issue>> => {
  const kind = kindOf(field)
  const isNone = (value: string): boolean => noneWords.has(value) || (kind !== "text" && value === emptyWord)
  const orNone = values.some(isNone)
  const asked = values.filter((value) => !isNone(value)).map((value) => ({ value, read: readValue(kind, value) }))
  const bounded = ranges.map((range) => ({ value: JSON.stringify(range), read: kind === "number" ? readRange(range) : null }))
  const refused = [...asked, ...bounded].flatMap(({ read, value }) => read === null ? [value] : [])
  if (refused.length + others.length > 0) return Either.left([...refused, ...others].map((value) => refuse(field, value)))
  const dimension = dimensionOf(field)
  const within = [...bounded.flatMap(({ read }) => read ?? []), ...asked.flatMap(({ read }) => read?.range ?? [])]
  return Either.right(
    kind === "number"
      ? { _tag: "Numbers", dimension, ranges: within, orNone }
      : { _tag: "Terms", dimension, in: [...new Set(asked.flatMap(({ read }) => read?.term ?? []))], orNone }
  )
}

/**
 * What a query asks of additional fields, as conditions of a plan, or everything in it that a field cannot take (wire.md §6): options by id,
 * booleans, numbers by value or range, texts whole and folded. The word `missing` of a facet by the field asks for events without a value, and so does
 * `empty` where it can be no value. What is no field that the caller may read asks for nothing, as any unknown parameter.
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
