import { jsonDepth_max } from "@agenda-engine/core/domain/parseJson"
import { runInSlices } from "@agenda-engine/core/schedule/timeSlices"
import type * as Effect from "effect/Effect"

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
export const findLargeContainers = (text: string, bounds: SearchBounds): Effect.Effect<LargeContainers | SearchEnd> =>
  runInSlices(() => search(text, bounds))
