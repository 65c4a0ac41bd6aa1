import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Json } from "@agenda-engine/core/domain/text/Json"
import { runInSlices } from "@agenda-engine/core/schedule/timeSlices"
import { jsonDepth_max, malformedJson, parseJson, tooDeepJson } from "@agenda-engine/core/validation/value/parseJson"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"

/** Bounds of `parseJsonInSlices`; the length of short texts is a parameter for tests. */
export interface JsonBounds {
  /** Maximum number of arrays, objects and their items and members. */
  readonly values_max: number
  /** Maximum number of members of one object; listing many names is slow. */
  readonly members_max: number
  readonly short_chars?: number
}

type End = "malformed" | "TooDeep" | "TooMany"

/** `JSON.parse` of this many characters takes less than 5 ms for any text. */
const short_chars = 16_384

/** Values parsed between two checks of the time. */
const step_values = 500

/** Everything up to white space or punctuation. */
const word = /[^\t\n\r ,:[\]{}"]*/y
const space = /[\t\n\r ]*/y

/** Index behind the string whose first quote is at `from`. */
const endOfString = (text: string, from: number): number => {
  let end = from + 1
  while (end < text.length && text.charCodeAt(end) !== 0x22) end += text.charCodeAt(end) === 0x5C ? 2 : 1
  return end + 1
}

/** Parses a text value by value; strings and words are parsed by `JSON.parse`. */
function* parsing(text: string, { members_max, values_max }: JsonBounds): Generator<void, Either.Either<Json, End>> {
  let at = 0
  let values = 1
  let end: End | null = null

  const matched = (pattern: RegExp): number => {
    pattern.lastIndex = at
    pattern.test(text)
    return pattern.lastIndex
  }
  /** The next character that is no white space. */
  const next = (): string => {
    at = matched(space)
    return text.charAt(at)
  }
  const fail = (found: End): null => {
    end ??= found
    return null
  }
  const scalar = (first: string): Json => {
    const from = at
    at = first === '"' ? endOfString(text, from) : matched(word)
    try {
      const value: Json = JSON.parse(text.slice(from, at))
      return value
    } catch {
      return fail("malformed")
    }
  }
  /** The name of a member; a fault when there is none, or no colon. */
  const name = (first: string): string => {
    const read = first === '"' ? scalar(first) : fail("malformed")
    if (next() !== ":") fail("malformed")
    at++
    return typeof read === "string" ? read : ""
  }
  function* container(open: string, depth: number): Generator<void, Json> {
    const items: Array<Json> = []
    const members: { [name: string]: Json } = {}
    const close = open === "[" ? "]" : "}"
    let count = 0
    at++
    let separator = next() === close ? close : ","
    while (separator === ",") {
      const named = open === "[" ? null : name(next())
      if (++values > values_max) return fail("TooMany")
      if (values % step_values === 0) yield
      const value = yield* parsed(depth)
      if (named === null) items.push(value)
      else {
        if (!Object.hasOwn(members, named) && ++count > members_max) return fail("TooMany")
        // Assigning `__proto__` would set the prototype.
        if (named !== "__proto__") members[named] = value
        else Object.defineProperty(members, named, { value, configurable: true, enumerable: true, writable: true })
      }
      if (end !== null) return null
      separator = next()
      if (separator === ",") at++
    }
    if (separator !== close) return fail("malformed")
    at++
    return open === "[" ? items : members
  }
  function* parsed(depth: number): Generator<void, Json> {
    const first = next()
    if (first !== "[" && first !== "{") return scalar(first)
    return depth === jsonDepth_max ? fail("TooDeep") : yield* container(first, depth + 1)
  }

  const value = yield* parsed(0)
  if (next() !== "") fail("malformed")
  return end === null ? Either.right(value) : Either.left(end)
}

/**
 * `parseJson` in slices of 5 ms, with the same result. Fails with `TooMany` when there are more values or members than
 * allowed; those of short texts are not counted.
 */
export const parseJsonInSlices = (text: string, field: string, bounds: JsonBounds): Effect.Effect<Json, Issue | "TooMany"> =>
  text.length <= (bounds.short_chars ?? short_chars) || text.trim() === ""
    ? Effect.suspend(() => parseJson(text, field))
    : Effect.flatMap(
      runInSlices(() => parsing(text, bounds)),
      Either.mapLeft((end) => end === "TooMany" ? end : end === "TooDeep" ? tooDeepJson(field) : malformedJson(field))
    )
