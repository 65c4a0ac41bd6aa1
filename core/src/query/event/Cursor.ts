import type { EventSort } from "./EventSort.js"
import { explainingOrders, isByRelevance } from "./planSegments.js"
import type { Order, OrderValue, Position, Segment } from "./QueryPlan.js"

/** Contents of a decoded event cursor: a position, plus the values of the first page that apply to all pages. */
export interface Cursor {
  /** Index of the segment in the plan. */
  readonly segment: number
  readonly position: Position
  /** The instant of the first page, epoch milliseconds. */
  readonly asOf: number
  /** The minimum score that `threshold=auto` resolved to; null under any other threshold. */
  readonly minimumScore: number | null
}

/**
 * What a cursor must match: the sorts and segments of its list, and whether the list has a minimum score from
 * `threshold=auto`.
 */
export interface CursorList {
  readonly sorts: ReadonlyArray<EventSort>
  readonly segments: ReadonlyArray<Segment>
  readonly hasCut: boolean
}

/** Key value of tombstones, which are ordered by uid alone. */
const removed = "r"

const writeValue = (value: OrderValue): string => value === null ? "~" : typeof value === "number" ? String(value) : `=${value}`

const wholeNumber = (text: string | undefined): number | null => {
  if (text === undefined || !/^-?(?:0|[1-9]\d{0,15})$/.test(text)) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : null
}

/**
 * Parses the output of `writeValue` for this key; undefined for any other text. Tombstones have a value for the first
 * key only.
 */
const readValue = ({ key }: Order, text: string, isNullable: boolean): OrderValue | undefined => {
  const isPlace = key.startsWith("location.")
  if (text === "~") return isNullable || isPlace || key === "availabilityUpdatedAt" ? null : undefined
  if (!isPlace) return wholeNumber(text) ?? undefined
  return text.startsWith("=") ? text.slice(1) : undefined
}

/** Encodes the segment of a time sort, in place of the keys that are constant within the segment. */
const segmentNames = ({ featured, endedFilter }: Segment): ReadonlyArray<string> => [
  ...(featured === null ? [] : [featured ? "1" : "0"]),
  ...(endedFilter === null ? [] : [endedFilter === "notEnded" ? "n" : "e"])
]

/** Joins the keys of the order by relevance, which is one sort. */
const joint = "_"

const isWidthOf = (sorts: ReadonlyArray<EventSort>, keys: ReadonlyArray<string>): boolean => keys.length === explainingOrders(sorts).length

/**
 * Encodes a cursor as the strings that clients pass back as `after` (wire.md §6, Cursor). There is one string per sort
 * key; for `score` it joins all values of the order by relevance. Next comes the minimum score, if there is one. The
 * last string joins the uid, the instant of the first page and the sorts. The total length is 4 for the
 * `…WithFeatured` sorts, 3 for the other time sorts and 2 for any other single sort.
 */
export const encodeCursor = (
  { segments, sorts }: CursorList,
  { asOf, minimumScore: cut, position, segment }: Cursor
): ReadonlyArray<string> => {
  const found = segments[segment]
  const keys = found === undefined || (found.source === "removed" && found.order.length === 0)
    ? explainingOrders(sorts).map(() => removed)
    : isByRelevance(sorts)
    ? [position.values.map(writeValue).join(joint)]
    : [...segmentNames(found), ...position.values.map(writeValue)]
  return [...keys, ...(cut === null ? [] : [String(cut)]), `${position.uid}.${asOf}.${sorts.join(",")}`]
}

const readKeys = (
  { segments, sorts }: CursorList,
  written: ReadonlyArray<string>
): Pick<Cursor, "segment"> & Pick<Position, "values"> | null => {
  if (!isWidthOf(sorts, written)) return null
  const isRemoved = written.length > 0 && written.every((key) => key === removed)
  const keys = isByRelevance(sorts) ? written.flatMap((key) => key.split(joint)) : written
  for (const [number, segment] of segments.entries()) {
    if (segment.order.length === 0) {
      if (isRemoved) return { segment: number, values: [] }
      continue
    }
    const names = segmentNames(segment)
    if (names.length + segment.order.length !== keys.length || names.some((name, index) => name !== keys[index])) continue
    const values = segment.order.map((order, index) =>
      readValue(order, keys[names.length + index] ?? "", index > 0 && segment.source !== "live")
    )
    const known = values.flatMap((value) => value === undefined ? [] : [value])
    if (known.length === values.length) return { segment: number, values: known }
  }
  return null
}

/**
 * Latest instant accepted in a cursor: the first of the year 9000, around which every zone still has dates. The clock
 * is no bound, because it may have been set back since the first page.
 */
const latest_ms = 221_845_392_000_000

/** Parses the last string of a cursor of any list; null when its instant is out of range or malformed. */
const readLast = (after: ReadonlyArray<string>) => {
  const [, uidText, asOfText, sorts] = /^([1-9]\d*)\.(\d+)\.(.*)$/.exec(after.at(-1) ?? "") ?? []
  const uid = wholeNumber(uidText)
  const asOf = wholeNumber(asOfText)
  return uid === null || asOf === null || asOf > latest_ms ? null : { uid, asOf, sorts }
}

/**
 * The instant of the first page from a cursor of any list; null when it is not a cursor. For callers that need the
 * instant before the list is known.
 */
export const instantOfCursor = (after: ReadonlyArray<string>): number | null => readLast(after)?.asOf ?? null

/** Decodes the output of `encodeCursor`; null for any other input and for a cursor of another list. */
export const decodeCursor = (list: CursorList, after: ReadonlyArray<string>): Cursor | null => {
  const last = readLast(after)
  if (last === null || last.sorts !== list.sorts.join(",")) return null
  const { asOf, uid } = last
  const cut = list.hasCut ? wholeNumber(after.at(-2)) : null
  if (list.hasCut && (cut === null || cut < 0)) return null
  const read = readKeys(list, after.slice(0, list.hasCut ? -2 : -1))
  return read === null ? null : { segment: read.segment, position: { values: read.values, uid }, asOf, minimumScore: cut }
}
