import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { matchSlots } from "../../derive/dates/matchSlots.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Event } from "../../domain/event/Event.js"
import { type Interval, type Slot, SlotId, slotLength_ms_max, type SlotWrite } from "../../domain/event/Timing.js"
import type { Limits } from "../../domain/Limits.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import type { SlotRows } from "../../domain/ticketing/AvailabilityRow.js"
import type { OffersOverride } from "../../domain/ticketing/Offers.js"
import { areWritableIn, isWritableIn } from "../../domain/time/writableYears.js"
import { type OffersRules, readProvider } from "../ticketing/readProvider.js"
import { readSlotRows, type SlotRowsRules } from "../ticketing/readSlotRows.js"
import { readTiers } from "../ticketing/readTiers.js"
import { fault, isBlank, isList, issuesOf, type ParseResult, readingOf, type ValuePath } from "../value/ParseResult.js"
import { readInstant } from "../value/readInstant.js"
import { readLink } from "../value/readLink.js"
import { unwrapBody } from "../value/unwrapBody.js"

interface OverrideRules extends OffersRules {
  /** Providers with offers after the write; null when unknown, which accepts every provider. */
  readonly offered: ReadonlySet<string> | null
}

const readOffered = (value: Json | undefined, path: ValuePath, rules: OverrideRules, seen: Set<string>): ParseResult<string> =>
  Either.flatMap(readProvider(value, path, rules, seen), (provider) => {
    if (rules.offered === null || rules.offered.has(provider)) return Either.right(provider)
    const { field, ...at } = path
    return fault("provider.unknown", field, { ...at, origin: provider, message: "the event has no offers of this provider" })
  })

const readOverride = (
  value: JsonObject,
  { field, ...at }: ValuePath,
  rules: OverrideRules,
  seen: Set<string>
): ParseResult<OffersOverride> => {
  const { bookingUrl: url = null, tiers: written = null } = value
  const provider = readOffered(value["provider"], { ...at, field: `${field}.provider` }, rules, seen)
  const tiers = written === null ? Either.right(null) : readTiers(written, { ...at, field: `${field}.tiers` }, rules.limits)
  const bookingUrl = readLink(`${field}.bookingUrl`, url, "url.invalid", rules.limits, at.index)
  const isEmpty = Either.isRight(tiers) && tiers.right === null && Either.isRight(bookingUrl) && bookingUrl.right === null
  const wrong = [
    ...issuesOf([provider, tiers, bookingUrl]),
    ...(isEmpty ? [issue("required", field, { ...at, origin: value, message: "tiers or bookingUrl is required" })] : [])
  ]
  if (Either.isLeft(provider) || Either.isLeft(tiers) || Either.isLeft(bookingUrl) || wrong.length > 0) return Either.left(wrong)
  return Either.right({
    provider: provider.right,
    ...(tiers.right === null ? {} : { tiers: tiers.right }),
    ...(bookingUrl.right === null ? {} : { bookingUrl: bookingUrl.right })
  })
}

/**
 * Parses the overrides of one slot, at most one per provider (service.md, Per-slot override rules; wire.md §8).
 * Collects all issues, each with its path. A blank value means no overrides. An empty list of tiers replaces the tiers
 * of the entry.
 *
 * @example
 * readOverrides([{ provider: "mapado" }], { field: "timings[2].offers", index: 2 }, rules)
 * // left: required at timings[2].offers[0]
 */
export const readOverrides = (
  value: Json,
  { field, ...at }: ValuePath,
  rules: OverrideRules
): ParseResult<ReadonlyArray<OffersOverride>> => {
  if (isBlank(value)) return Either.right([])
  if (!isList(value)) return fault("type.invalid", field, { ...at, origin: value, message: "a list of overrides is expected" })
  const overrides: Array<OffersOverride> = []
  const issues: Array<Issue> = []
  const seen = new Set<string>()
  for (const [position, entry] of value.entries()) {
    if (issues.length > rules.limits.issues_max) break
    const path = { ...at, field: `${field}[${position}]` }
    if (!isJsonObject(entry)) {
      issues.push(issue("type.invalid", path.field, { ...at, origin: entry, message: "an object with a provider is expected" }))
      continue
    }
    const reading = readOverride(entry, path, rules, seen)
    if (Either.isLeft(reading)) issues.push(...reading.left)
    else overrides.push(reading.right)
  }
  return readingOf(overrides, issues)
}

const field = "timings"

const isSlotId = Schema.is(SlotId)

/** Parsing rules of slots. */
export interface TimingRules extends OverrideRules, SlotRowsRules {
  readonly limits: Limits
  /** The slots before the write; empty on create. */
  readonly stored: ReadonlyArray<Slot>
}

interface IndexedSlot extends SlotWrite {
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

const formatLength = (length_ms: number): string => {
  const seconds = Math.floor(length_ms / 1_000)
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)} minutes${rest === 0 ? "" : ` and ${rest} seconds`}`
}

const lengthIssues = (begin: number, end: number, index: number, origin: Json): ReadonlyArray<Issue> => {
  if (end <= begin) return [issue("endLessThanBegin", field, { index, origin })]
  if (end - begin <= slotLength_ms_max) return []
  return [
    issue("diffExceeded", field, {
      index,
      origin,
      message: `a slot lasts at most 24 hours between its instants, this one lasts ${formatLength(end - begin)}`,
      info: { max_minutes: slotLength_ms_max / 60_000, minutes: Math.floor((end - begin) / 60_000) }
    })
  ]
}

/** Issues: one `overlap` per slot that begins before an earlier one ends. `slots` must be sorted by begin. */
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

const readTickets = (entry: JsonObject, index: number, rules: TimingRules, issues: Array<Issue>): Pick<SlotWrite, "offers"> => {
  const { offers } = entry
  if (offers === undefined) return {}
  const reading = readOverrides(offers, { field: `${field}[${index}].offers`, index }, rules)
  if (Either.isRight(reading)) return { offers: reading.right }
  for (const found of reading.left) issues.push(found)
  return {}
}

/** The rows of new slots by index. Rows of existing slots have their own route (wire.md §8, PATCH availability). */
const readRows = (
  value: ReadonlyArray<Json>,
  slots: ReadonlyArray<IndexedSlot>,
  rules: TimingRules,
  issues: Array<Issue>
): ReadonlyMap<number, SlotRows> => {
  const ids = new Set<Json | undefined>(rules.stored.map(({ id }) => id))
  const existing = new Set(matchSlots(rules.stored, [], slots).slots.flatMap(({ id, index }) => ids.has(id) ? [index] : []))
  const rows = new Map<number, SlotRows>()
  for (const [index, entry] of value.entries()) {
    if (issues.length > rules.limits.issues_max) break
    if (!isJsonObject(entry) || entry["availability"] === undefined || existing.has(index) || ids.has(entry["id"])) continue
    const reading = readSlotRows(entry["availability"], { field: `${field}[${index}].availability`, index }, rules)
    if (Either.isLeft(reading)) { for (const found of reading.left) issues.push(found) }
    else rows.set(index, reading.right)
  }
  return rows
}

/**
 * Parses the slots of an event and sorts them chronologically (wire.md §5, §8). There must be between one and
 * `limits.slots_max` slots. Each lasts more than zero and at most 24 hours; slots do not overlap and have distinct ids.
 * Includes overrides of offers, and availability rows of new slots. Only the first `limits.slots_max` slots are parsed.
 */
export const readTimings = (value: Json, rules: TimingRules): ParseResult<ReadonlyArray<SlotWrite>> => {
  const { limits } = rules
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
  for (const [index, entry] of value.slice(0, limits.slots_max).entries()) {
    if (issues.length > limits.issues_max) break
    if (!isJsonObject(entry)) {
      issues.push(issue("type.invalid", field, { index, origin: entry, message: "an object with begin and end is expected" }))
      continue
    }
    const id = readId(entry.id, index, seen, issues)
    const begin = readBound(entry.begin, index, "begin", issues)
    const end = readBound(entry.end, index, "end", issues)
    const tickets = readTickets(entry, index, rules, issues)
    if (begin === null || end === null) continue
    const wrong = lengthIssues(begin, end, index, entry)
    issues.push(...wrong)
    if (end > begin) slots.push({ index, id, begin, end, ...tickets })
  }
  slots.sort((a, b) => a.begin - b.begin || a.end - b.end || a.index - b.index)
  for (const found of overlaps(slots, value)) issues.push(found)
  const rows = readRows(value, slots, rules, issues)
  return readingOf(
    slots.map(({ index, ...slot }) => {
      const availability = rows.get(index)
      return availability === undefined ? slot : { ...slot, availability }
    }),
    issues
  )
}

const message = "the year has to lie between 0000 and 9999 in the event's time zone"

const boundIssues = (entry: Json, index: number, timezone: string): ReadonlyArray<Issue> =>
  (["begin", "end"] as const).flatMap((bound) => {
    const written = isJsonObject(entry) ? entry[bound] ?? null : null
    if (typeof written !== "string") return []
    const instant = readInstant(written.trim())
    return Either.isLeft(instant) || isWritableIn(instant.right, timezone)
      ? []
      : [issue("date.invalid", `timings[${index}].${bound}`, { index, origin: written, message })]
  })

/** Slots and time zone of a write and of the stored event. */
interface WrittenYears {
  readonly body: Json
  /** The slots of the body; undefined when it has none or they are invalid. */
  readonly named: ReadonlyArray<Interval> | undefined
  /** Maximum number of slots; more are not looked at. */
  readonly slots_max: number
  /** Null on create. */
  readonly stored: Pick<Event, "timezone" | "timings"> | null
  /** The time zone after the write. */
  readonly timezone: string
}

/**
 * Issues: one `date.invalid` per begin or end outside the years 0000 to 9999 in the event's time zone, because such
 * texts could not be parsed again. When only the time zone changes, the issue is on `timezone`.
 */
export const slotYearIssues = ({ body, named, slots_max, stored, timezone }: WrittenYears): ReadonlyArray<Issue> => {
  if (named !== undefined && areWritableIn(named, timezone)) return []
  const timings = Either.match(unwrapBody(body), { onLeft: () => null, onRight: (fields) => fields["timings"] ?? null })
  if (isList(timings)) return timings.slice(0, slots_max).flatMap((entry, index) => boundIssues(entry, index, timezone))
  if (stored === null || stored.timezone === timezone || areWritableIn(stored.timings, timezone)) return []
  return [issue("date.invalid", "timezone", { origin: timezone, message })]
}
