import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Json } from "@agenda-engine/core/domain/text/Json"
import { makePacer, runInSlices } from "@agenda-engine/core/schedule/timeSlices"
import { jsonDepth_max, malformedJson, parseJson, tooDeepJson } from "@agenda-engine/core/validation/value/parseJson"
import * as Effect from "effect/Effect"

/** Large arrays and objects of a JSON text: index of the closing bracket by index of the opening one. */
export type LargeContainers = ReadonlyMap<number, number>

/** Why the search was aborted. */
export type SearchEnd = "TooMany" | "TooDeep" | "Unbalanced"

/** Characters scanned between two checks of the time. */
const step_chars = 65_536

/** Bounds of the search. */
export interface SearchBounds {
  /** Containers with more characters are large. */
  readonly chars_max: number
  readonly values_max: number
}

const quote = 0x22
const backslash = 0x5C
const comma = 0x2C

/** The opening bracket of a closing one; undefined for any other character. */
const openingOf = (char: number): number | undefined => char === 0x5D ? 0x5B : char === 0x7D ? 0x7B : undefined

/** Scans `step_chars` characters per step. */
function* search(text: string, { chars_max, values_max }: SearchBounds): Generator<void, LargeContainers | SearchEnd> {
  const large = new Map<number, number>()
  const opened: Array<number> = []
  let values = 1
  let inString = false
  let next = step_chars
  for (let at = 0; at < text.length; at++) {
    if (at >= next) {
      yield
      next += step_chars
    }
    const char = text.charCodeAt(at)
    if (inString) {
      if (char === backslash) at++
      else if (char === quote) inString = false
    } else if (char === quote) inString = true
    else if (char === comma) values++
    else if (char === 0x5B || char === 0x7B) {
      values++
      if (opened.push(at) > jsonDepth_max) return "TooDeep"
    } else {
      const opening = openingOf(char)
      if (opening === undefined) continue
      const open = opened.pop()
      if (open === undefined || text.charCodeAt(open) !== opening) return "Unbalanced"
      if (at - open > chars_max) large.set(open, at)
    }
    if (values > values_max) return "TooMany"
  }
  return opened.length === 0 && !inString ? large : "Unbalanced"
}

/** Finds the large containers of a JSON text, in slices of 5 ms. */
const findLargeContainers = (text: string, bounds: SearchBounds): Effect.Effect<LargeContainers | SearchEnd> =>
  runInSlices(() => search(text, bounds))

/** `JSON.parse` of this many characters takes less than 5 ms for any text. */
const piece_chars = 16_384

/**
 * Items of an array or members of an object that are parsed together: a range of the text without the surrounding
 * commas.
 */
interface Piece {
  readonly _tag: "Piece"
  readonly from: number
  readonly to: number
}

/** A large container as an item or member; a member's name and colon are between `from` and `open`. */
interface Large {
  readonly _tag: "Large"
  readonly from: number
  readonly open: number
}
const isOpening = (char: number): boolean => char === 0x5B || char === 0x7B
const isClosing = (char: number): boolean => char === 0x5D || char === 0x7D
const isSpace = (char: number): boolean => char === 0x20 || char === 0x0A || char === 0x0D || char === 0x09

/** Index of the quote that ends the string beginning at `at`. */
const endOfString = (text: string, at: number): number => {
  let end = at + 1
  while (end < text.length && text.charCodeAt(end) !== quote) end += text.charCodeAt(end) === 0x5C ? 2 : 1
  return end
}

/**
 * Splits a large container with brackets at `open` and `close` into parts, in order. Text with a missing comma becomes
 * a piece, which then fails to parse.
 */
function* partsOf(text: string, large: LargeContainers, open: number, close: number, chars_max: number): Generator<Piece | Large> {
  let from = open + 1
  let lastComma = open
  let depth = 0
  for (let at = from; at < close; at++) {
    const char = text.charCodeAt(at)
    const end = large.get(at)
    if (char === quote) at = endOfString(text, at)
    else if (end !== undefined) {
      if (from <= lastComma) yield { _tag: "Piece", from, to: lastComma }
      yield { _tag: "Large", from: lastComma + 1, open: at }
      at = end + 1
      while (at < close && isSpace(text.charCodeAt(at))) at++
      if (at === close) return
      from = at + 1
      lastComma = at
      // A comma is expected here; anything else becomes a piece that is not valid JSON.
      if (text.charCodeAt(at) !== comma) return yield { _tag: "Piece", from: at, to: at }
    } else if (isOpening(char)) depth++
    else if (isClosing(char)) depth--
    else if (char === comma && depth === 0) {
      if (at - from >= chars_max) {
        yield { _tag: "Piece", from, to: at }
        from = at + 1
      }
      lastComma = at
    }
  }
  yield { _tag: "Piece", from, to: close }
}

/** `JSON.parse` as an effect. */
const parse = (text: string): Effect.Effect<Json, "malformed"> =>
  Effect.try({ try: (): Json => JSON.parse(text), catch: () => "malformed" as const })

const parsePieces = (
  text: string,
  large: LargeContainers,
  chars_max: number,
  members_max: number
): Effect.Effect<Json, "malformed" | "TooMany"> =>
  Effect.gen(function*() {
    const pace = yield* makePacer

    /** Parses the items of an array between two brackets. */
    const parseList = (open: number, close: number): Effect.Effect<ReadonlyArray<Json>, "malformed" | "TooMany"> =>
      Effect.gen(function*() {
        const items: Array<Json> = []
        for (const part of partsOf(text, large, open, close, chars_max)) {
          if (part._tag === "Piece") {
            const parsed = yield* parse(`[${text.slice(part.from, part.to)}]`)
            // Only a container as a whole may be blank.
            const isWhole = part.from === open + 1 && part.to === close
            if (!Array.isArray(parsed) || (parsed.length === 0 && !isWhole)) return yield* Effect.fail("malformed" as const)
            for (const item of parsed) items.push(item)
          } else {
            yield* parse(`[${text.slice(part.from, part.open)}[]]`)
            items.push(yield* parseContainer(part.open))
          }
          yield* pace
        }
        return items
      })

    const parseObject = (open: number, close: number): Effect.Effect<Json, "malformed" | "TooMany"> =>
      Effect.gen(function*() {
        const members: { [name: string]: Json } = {}
        let count = 0
        const put = (name: string, value: Json): void => {
          if (name === "__proto__") Object.defineProperty(members, name, { value, configurable: true, enumerable: true, writable: true })
          else members[name] = value
        }
        for (const part of partsOf(text, large, open, close, chars_max)) {
          if (part._tag === "Piece") {
            const entries = Object.entries((yield* parse(`{${text.slice(part.from, part.to)}}`)) ?? {})
            const isWhole = part.from === open + 1 && part.to === close
            if (entries.length === 0 && !isWhole) return yield* Effect.fail("malformed" as const)
            count += entries.length
            if (count > members_max) return yield* Effect.fail("TooMany" as const)
            for (const [name, value] of entries) put(name, value)
          } else {
            const [name = ""] = Object.keys((yield* parse(`{${text.slice(part.from, part.open)}[]}`)) ?? {})
            put(name, yield* parseContainer(part.open))
          }
          yield* pace
        }
        return members
      })

    const parseContainer = (open: number): Effect.Effect<Json, "malformed" | "TooMany"> => {
      const close = large.get(open) ?? open
      return text.charCodeAt(open) === 0x5B ? parseList(open, close) : parseObject(open, close)
    }

    const [value = null, ...others] = yield* parseList(-1, text.length)
    return others.length === 0 ? value : yield* Effect.fail("malformed" as const)
  })

/** Bounds of `parseJsonInSlices`; the size of a piece is a parameter for tests. */
export interface JsonBounds {
  /** Maximum number of arrays, objects and their items and members. */
  readonly values_max: number
  /** Maximum number of members of one object; listing many names is slow. */
  readonly members_max: number
  readonly piece_chars?: number
}

/**
 * `parseJson` in slices of 5 ms, with the same result. Fails with `TooMany` when there are more values or members than
 * allowed; those of short texts are not counted.
 */
export const parseJsonInSlices = (
  text: string,
  field: string,
  bounds: JsonBounds
): Effect.Effect<Json, Issue | "TooMany"> => {
  const chars_max = bounds.piece_chars ?? piece_chars
  if (text.length <= chars_max || text.trim() === "") return Effect.suspend(() => parseJson(text, field))
  return Effect.gen(function*() {
    const found = yield* findLargeContainers(text, { ...bounds, chars_max })
    switch (found) {
      case "TooMany":
        return yield* Effect.fail("TooMany" as const)
      case "TooDeep":
        return yield* Effect.fail(tooDeepJson(field))
      case "Unbalanced":
        return yield* Effect.fail(malformedJson(field))
      default:
        return yield* Effect.mapError(
          parsePieces(text, found, chars_max, bounds.members_max),
          (fault) => fault === "TooMany" ? fault : malformedJson(field)
        )
    }
  })
}
