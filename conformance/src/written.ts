import * as Predicate from "effect/Predicate"

/** A value as text, keys in order: values are equal to the suite when these texts are. */
export const written = (value: unknown): string => {
  if (typeof value === "bigint") return `${value}n`
  if (typeof value === "number" && !Number.isFinite(value)) return String(value)
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? String(value)
  if ("toJSON" in value && typeof value.toJSON === "function") return written(value.toJSON())
  if (Array.isArray(value)) return `[${value.map(written).join(",")}]`
  return `{${membersOf(value).map(([key, member]) => `${JSON.stringify(key)}:${written(member)}`).join(",")}}`
}

const membersOf = (value: object): ReadonlyArray<readonly [key: string, member: unknown]> =>
  Object.entries(value).filter(([, member]) => member !== undefined).sort(([left], [right]) => left < right ? -1 : 1)

/** Where two values differ first, and what is there; `path` is "" when they differ as a whole. */
export interface Difference {
  readonly path: string
  readonly expected: unknown
  readonly actual: unknown
}

const at = (expected: unknown, actual: unknown, path: string): Difference => {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const index = Array.from({ length: Math.max(expected.length, actual.length) }).findIndex((_, index) =>
      index >= expected.length || index >= actual.length || written(expected[index]) !== written(actual[index])
    )
    if (index >= 0 && index < expected.length && index < actual.length) return at(expected[index], actual[index], `${path}[${index}]`)
    return { path: `${path}[${Math.max(0, index)}]`, expected: expected[index], actual: actual[index] }
  }
  if (Predicate.isRecord(expected) && Predicate.isRecord(actual)) {
    const left = new Map(membersOf(expected))
    const right = new Map(membersOf(actual))
    const key = [...new Set([...left.keys(), ...right.keys()])].find((key) => written(left.get(key)) !== written(right.get(key)))
    if (key !== undefined) return at(left.get(key), right.get(key), path === "" ? key : `${path}.${key}`)
  }
  return { path, expected, actual }
}

/**
 * The first difference of two values whose texts differ.
 *
 * @example
 * firstDifference({ hits: [{ uid: 1 }] }, { hits: [{ uid: 2 }] }) // { path: "hits[0].uid", expected: 1, actual: 2 }
 */
export const firstDifference = (expected: unknown, actual: unknown): Difference => at(expected, actual, "")
