import * as Predicate from "effect/Predicate"
import { instantOf } from "./Answer.js"
import { isPattern, isUidOf } from "./Pattern.js"

const shown_chars_max = 300

/** A value as JSON, cut to a readable length. */
export const shown = (value: unknown): string => {
  const text = isPattern(value) ? value.said : JSON.stringify(value) ?? "nothing"
  return text.length > shown_chars_max ? `${text.slice(0, shown_chars_max)}…` : text
}

/** How values are compared. */
export interface Comparison {
  /** Whether objects may have no member beside the expected ones. */
  readonly exact: boolean
  /** A text in which placeholders are replaced by what they stand for. */
  readonly filled: (text: string) => string
  /** A text in which instants are moved as those of the sample data are. */
  readonly moved: (text: string) => string
}

const isText = (actual: unknown, expected: string, { filled, moved }: Comparison): boolean => {
  const later = moved(expected)
  return later === expected ? actual === filled(expected) : instantOf(actual) === instantOf(later)
}

/**
 * The first path at which a value differs from the expected one, with both values; null: it does not differ. Lists have
 * the same length.
 */
export const mismatch = (actual: unknown, expected: unknown, how: Comparison, path = "the answer"): string | null => {
  const differs = (): string => `${path}: expected ${shown(expected)}, was ${shown(actual)}`
  if (isPattern(expected)) return expected.accepts(actual) ? null : differs()
  if (isUidOf(expected)) return mismatch(actual, Number(how.filled(expected.placeholder)), how, path)
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return differs()
    for (const [index, item] of expected.entries()) {
      const found = mismatch(actual[index], item, how, `${path}[${index}]`)
      if (found !== null) return found
    }
    return null
  }
  if (!Predicate.isRecord(expected)) {
    return (typeof expected === "string" ? isText(actual, expected, how) : Object.is(actual, expected)) ? null : differs()
  }
  if (!Predicate.isRecord(actual)) return differs()
  const members = new Map<string, unknown>(Object.entries(actual))
  for (const [name, value] of Object.entries(expected)) {
    const found = mismatch(members.get(name), value, how, `${path}.${name}`)
    if (found !== null) return found
  }
  const wanted = Object.keys(expected)
  const stranger = how.exact ? [...members.keys()].find((name) => !wanted.includes(name)) : undefined
  return stranger === undefined ? null : `${path}: unexpected member ${stranger}`
}
