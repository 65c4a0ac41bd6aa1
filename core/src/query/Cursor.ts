import type { EventSort } from "./EventSort.js"
import { explainingOrders } from "./planSegments.js"
import type { Order, OrderValue, Position, Segment } from "./QueryPlan.js"

/** What a cursor says: behind which event to go on, and what the first page found out that holds for all of them. */
export interface Cursor {
  /** The place of the segment in the plan's list. */
  readonly segment: number
  readonly position: Position
  /** The instant that the first page was made at, epoch milliseconds. */
  readonly asOf: number
  /** The least score that `threshold=auto` came to; null under any other. */
  readonly cut: number | null
}

/** What a cursor is one of: the sorts and segments of its list, and whether its list has a cut. */
export interface CursorList {
  readonly sorts: ReadonlyArray<EventSort>
  readonly segments: ReadonlyArray<Segment>
  readonly hasCut: boolean
}

/** Stands for the keys of tombstones, which come by uid alone. */
const removed = "r"

const writeValue = (value: OrderValue): string => value === null ? "~" : typeof value === "number" ? String(value) : `=${value}`

const wholeNumber = (text: string | undefined): number | null => {
  if (text === undefined || !/^-?(?:0|[1-9]\d{0,15})$/.test(text)) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : null
}

/** Reads what `writeValue` wrote for this key; undefined when it never wrote that. Tombstones have no value for any key behind the first. */
const readValue = ({ key }: Order, text: string, isNullable: boolean): OrderValue | undefined => {
  const isPlace = key.startsWith("location.")
  if (text === "~") return isNullable || isPlace || key === "availabilityUpdatedAt" ? null : undefined
  if (!isPlace) return wholeNumber(text) ?? undefined
  return text.startsWith("=") ? text.slice(1) : undefined
}

/** What a segment of a sort by time says by being the one it is, in the place of the keys that are the same for all its events. */
const segmentNames = ({ featured, half }: Segment): ReadonlyArray<string> => [
  ...(featured === null ? [] : [featured ? "1" : "0"]),
  ...(half === null ? [] : [half === "notEnded" ? "n" : "e"])
]

const isWidthOf = (sorts: ReadonlyArray<EventSort>, keys: ReadonlyArray<string>): boolean => keys.length === explainingOrders(sorts).length

/**
 * Writes a cursor as the list of strings that clients pass back as `after` (wire.md §6, Cursor): one for each key that the list is sorted
 * by (4 in all for the `…WithFeatured` sorts, 3 for the other sorts by time, 2 for any other single one), the cut where there is one, and last the
 * uid, the instant of the first page and the sorts.
 */
export const encodeCursor = ({ segments, sorts }: CursorList, { asOf, cut, position, segment }: Cursor): ReadonlyArray<string> => {
  const found = segments[segment]
  const keys = found === undefined || (found.source === "removed" && found.order.length === 0)
    ? explainingOrders(sorts).map(() => removed)
    : [...segmentNames(found), ...position.values.map(writeValue)]
  return [...keys, ...(cut === null ? [] : [String(cut)]), `${position.uid}.${asOf}.${sorts.join(",")}`]
}

const readKeys = (
  { segments, sorts }: CursorList,
  keys: ReadonlyArray<string>
): Pick<Cursor, "segment"> & Pick<Position, "values"> | null => {
  if (!isWidthOf(sorts, keys)) return null
  const isRemoved = keys.length > 0 && keys.every((key) => key === removed)
  for (const [number, segment] of segments.entries()) {
    if (segment.order.length === 0) {
      if (isRemoved) return { segment: number, values: [] }
      continue
    }
    const names = segmentNames(segment)
    if (names.length + segment.order.length !== keys.length || names.some((name, place) => name !== keys[place])) continue
    const values = segment.order.map((order, place) =>
      readValue(order, keys[names.length + place] ?? "", place > 0 && segment.source !== "live")
    )
    const known = values.flatMap((value) => value === undefined ? [] : [value])
    if (known.length === values.length) return { segment: number, values: known }
  }
  return null
}

/**
 * The latest instant that a cursor may carry: the first one of the year 9000, around which every zone has its dates. The clock is no bound. It may
 * have been set back since the first page was made, by any amount.
 */
const latest_ms = 221_845_392_000_000

/** Reads the last string of a cursor, whatever its list; null where it says no instant that a page can have been made at. */
const readLast = (after: ReadonlyArray<string>) => {
  const [, uidText, asOfText, sorts] = /^([1-9]\d*)\.(\d+)\.(.*)$/.exec(after.at(-1) ?? "") ?? []
  const uid = wholeNumber(uidText)
  const asOf = wholeNumber(asOfText)
  return uid === null || asOf === null || asOf > latest_ms ? null : { uid, asOf, sorts }
}

/** The instant of the first page that a cursor of any list carries; null where it is no cursor. For what has to be told by it before the list is known. */
export const instantOfCursor = (after: ReadonlyArray<string>): number | null => readLast(after)?.asOf ?? null

/** Reads what `encodeCursor` wrote; null for anything else, and for a cursor of another list. */
export const decodeCursor = (list: CursorList, after: ReadonlyArray<string>): Cursor | null => {
  const last = readLast(after)
  if (last === null || last.sorts !== list.sorts.join(",")) return null
  const { asOf, uid } = last
  const cut = list.hasCut ? wholeNumber(after.at(-2)) : null
  if (list.hasCut && (cut === null || cut < 0)) return null
  const read = readKeys(list, after.slice(0, list.hasCut ? -2 : -1))
  return read === null ? null : { segment: read.segment, position: { values: read.values, uid }, asOf, cut }
}
