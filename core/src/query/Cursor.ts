import { type EventSort, eventSorts } from "./EventQuery.js"
import type { Position, Segment } from "./QueryPlan.js"

/** What a cursor says: behind which event to go on, and the instant that the first page was made at. */
export interface Cursor {
  /** The place of the segment in the plan's list. */
  readonly segment: number
  readonly position: Position
  /** Epoch milliseconds. */
  readonly asOf: number
}

const halves = { notEnded: "n", ended: "e", removed: "r", whole: "w" } as const

const halfOf = (segment: Segment): string => segment.source === "removed" ? halves.removed : halves[segment.half ?? "whole"]

const featuredOf = (segment: Segment): string => segment.featured === true ? "1" : "0"

const names = (sort: EventSort): ReadonlyArray<(segment: Segment) => string> => {
  switch (sort) {
    case "timingsWithFeatured.asc":
    case "lastTimingWithFeatured.asc":
      return [featuredOf, halfOf]
    case "timings.asc":
    case "lastTiming.asc":
      return [halfOf]
    case "updatedAt.asc":
    case "updatedAt.desc":
      return []
  }
}

/**
 * Writes a cursor as the list of strings that clients pass back as `after` (wire.md §6, Cursor): the names of the segment, the order key,
 * and last the uid, the instant of the first page and the sort. 4 elements for the `…WithFeatured` sorts, 3 for the other time sorts, 2 else.
 */
export const encodeCursor = (sort: EventSort, segments: ReadonlyArray<Segment>, cursor: Cursor): ReadonlyArray<string> => {
  const segment = segments[cursor.segment]
  const named = segment === undefined ? [] : names(sort).map((name) => name(segment))
  const last = [cursor.position.uid, cursor.asOf, eventSorts.indexOf(sort)].join(".")
  return [...named, String(cursor.position.key), last]
}

const wholeNumber = (text: string | undefined): number | null => {
  if (text === undefined || !/^-?(?:0|[1-9]\d{0,15})$/.test(text)) return null
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : null
}

/** Reads what `encodeCursor` wrote; null for anything else, and for a cursor of another sort or of segments that the list does not have. */
export const decodeCursor = (
  sort: EventSort,
  segments: ReadonlyArray<Segment>,
  after: ReadonlyArray<string>
): Cursor | null => {
  const named = names(sort)
  if (after.length !== named.length + 2) return null
  const segment = segments.findIndex((candidate) => named.every((name, index) => name(candidate) === after[index]))
  const key = wholeNumber(after[named.length])
  const last = (after[named.length + 1] ?? "").split(".")
  const [uid, asOf, code] = last.map(wholeNumber)
  if (segment < 0 || key === null || last.length !== 3) return null
  if (uid === undefined || uid === null || uid < 1 || asOf === undefined || asOf === null) return null
  return code === eventSorts.indexOf(sort) ? { segment, position: { key, uid }, asOf } : null
}
