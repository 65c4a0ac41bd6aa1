import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { type Issue, issue } from "../domain/Issue.js"
import { isJsonObject, type Json } from "../domain/Json.js"
import type { Limits } from "../domain/Limits.js"
import { SlotId, slotLength_ms_max } from "../domain/Timing.js"
import type { WrittenSlot } from "../domain/WrittenSlot.js"
import { fault, type FieldReading, readingOf } from "./FieldReading.js"
import { isBlank } from "./isBlank.js"
import { isList } from "./isList.js"
import { readInstant } from "./readInstant.js"

const field = "timings"

const isSlotId = Schema.is(SlotId)

interface IndexedSlot extends WrittenSlot {
  readonly index: number
}

const readBound = (value: Json | undefined, index: number, bound: "begin" | "end", issues: Array<Issue>): number | null => {
  const at = `${field}[${index}].${bound}`
  if (value === undefined || value === null || value === "") {
    issues.push(issue("required", at, { index, message: "an instant is required" }))
    return null
  }
  const instant = typeof value === "string" ? readInstant(value.trim()) : Either.left("date.invalid" as const)
  if (Either.isRight(instant)) return instant.right
  issues.push(issue(instant.left, at, { index, origin: value }))
  return null
}

const readId = (value: Json | undefined, index: number, seen: Set<string>, issues: Array<Issue>): string | null => {
  if (value === undefined || value === null) return null
  const at = { index, origin: value }
  if (!isSlotId(value)) {
    issues.push(issue("type.invalid", `${field}[${index}].id`, { ...at, message: "the id of a slot is 5 letters or digits" }))
    return null
  }
  if (seen.has(value)) issues.push(issue("duplicate", `${field}[${index}].id`, { ...at, message: "an earlier slot has this id" }))
  seen.add(value)
  return value
}

const lengthIssues = (begin: number, end: number, index: number, origin: Json): ReadonlyArray<Issue> => {
  if (end <= begin) return [issue("endLessThanBegin", field, { index, origin })]
  if (end - begin <= slotLength_ms_max) return []
  return [
    issue("diffExceeded", field, {
      index,
      origin,
      message: `a slot lasts at most 24 hours between its instants, this one lasts ${Math.floor((end - begin) / 60_000)} minutes`,
      info: { max_minutes: slotLength_ms_max / 60_000, minutes: Math.floor((end - begin) / 60_000) }
    })
  ]
}

/** One `overlap` for each slot that begins before an earlier one has ended. `slots` in order of begin. */
const overlaps = (slots: ReadonlyArray<IndexedSlot>, written: ReadonlyArray<Json>): ReadonlyArray<Issue> => {
  let longest: IndexedSlot | null = null
  const found: Array<Issue & { readonly index: number }> = []
  for (const slot of slots) {
    if (longest !== null && slot.begin < longest.end) {
      const more = { index: slot.index, origin: written[slot.index] ?? null, info: { with: longest.index } }
      found.push({ ...issue("overlap", field, more), index: slot.index })
    }
    if (longest === null || slot.end > longest.end) longest = slot
  }
  return found.sort((a, b) => a.index - b.index)
}

/**
 * Reads the slots of an event, and puts them in order of time (wire.md §5): at least one and at most `limits.slots_max`, each longer
 * than zero and no longer than 24 hours between its instants, none overlapping another, no id twice.
 */
export const readTimings = (value: Json, limits: Limits): FieldReading<ReadonlyArray<WrittenSlot>> => {
  if (isBlank(value)) return fault("required", field, { origin: value, message: "at least one slot is required" })
  if (!isList(value)) return fault("type.invalid", field, { origin: value, message: "a list of slots is expected" })
  const issues: Array<Issue> = []
  if (value.length > limits.slots_max) {
    issues.push(issue("tooMany", field, {
      message: `an event has at most ${limits.slots_max} slots, these are ${value.length}`,
      info: { max: limits.slots_max, count: value.length }
    }))
  }
  const slots: Array<IndexedSlot> = []
  const seen = new Set<string>()
  for (const [index, entry] of value.entries()) {
    if (issues.length > limits.issues_max) break
    if (!isJsonObject(entry)) {
      issues.push(issue("type.invalid", field, { index, origin: entry, message: "an object with begin and end is expected" }))
      continue
    }
    const id = readId(entry.id, index, seen, issues)
    const begin = readBound(entry.begin, index, "begin", issues)
    const end = readBound(entry.end, index, "end", issues)
    if (begin === null || end === null) continue
    const wrong = lengthIssues(begin, end, index, entry)
    issues.push(...wrong)
    if (end > begin) slots.push({ index, id, begin, end })
  }
  slots.sort((a, b) => a.begin - b.begin || a.end - b.end || a.index - b.index)
  for (const found of overlaps(slots, value)) issues.push(found)
  return readingOf(slots.map(({ begin, end, id }) => ({ id, begin, end })), issues)
}
