import * as Either from "effect/Either"
import { foldText } from "../domain/foldText.js"
import { type Issue, issue } from "../domain/Issue.js"
import { adminLevels } from "../domain/Location.js"
import type { Audience } from "../record/EventRecord.js"
import { decodeCursor } from "./Cursor.js"
import type { EventFilter, EventQuery, EventSort, Relative } from "./EventQuery.js"
import { showsBody } from "./EventView.js"
import { listView } from "./listView.js"
import type { Condition, PlanStart, QueryPlan, Scope, Segment, TombstoneCondition } from "./QueryPlan.js"

/** What a plan depends on beside the query: decided by `Access` and the clock. */
export interface PlanContext {
  readonly scope: Scope
  readonly audience: Audience
  /** The instant of the request, epoch milliseconds. */
  readonly now: number
}

const folded = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts.map(foldText))]

const placeConditions = (place: EventFilter["place"]): ReadonlyArray<Condition> =>
  adminLevels.flatMap((field) => {
    const asked = place?.[field]
    return asked === undefined ? [] : [{ _tag: "Place", field, in: folded(asked) }]
  })

const isNarrowing = (asked: ReadonlyArray<boolean> | undefined): asked is readonly [boolean, ...ReadonlyArray<boolean>] =>
  asked !== undefined && asked.length > 0 && new Set(asked).size === 1

const conditions = (filter: EventFilter, asOf: number): ReadonlyArray<Condition> => [
  { _tag: "State", in: [...new Set(filter.state ?? [2])] },
  ...(filter.uid === undefined ? [] : [{ _tag: "Uid", in: filter.uid } as const]),
  ...(filter.slug === undefined ? [] : [{ _tag: "Slug", in: filter.slug } as const]),
  ...(isNarrowing(filter.featured) ? [{ _tag: "Featured", is: filter.featured[0] } as const] : []),
  ...(filter.status === undefined ? [] : [{ _tag: "Status", in: filter.status } as const]),
  ...(filter.attendanceMode === undefined ? [] : [{ _tag: "AttendanceMode", in: filter.attendanceMode } as const]),
  ...(filter.locationUid === undefined ? [] : [{ _tag: "LocationUid", in: filter.locationUid } as const]),
  ...placeConditions(filter.place),
  ...(filter.keyword === undefined ? [] : [{ _tag: "Keyword", all: folded(filter.keyword) } as const]),
  ...(filter.relative === undefined ? [] : [{ _tag: "Relative", in: filter.relative, at: asOf } as const]),
  ...(filter.timings === undefined ? [] : [{ _tag: "Timings", ranges: filter.timings } as const]),
  ...(filter.updatedAt === undefined ? [] : [{ _tag: "UpdatedAt", ranges: filter.updatedAt } as const])
]

const tombstoneConditions = (filter: EventFilter): ReadonlyArray<TombstoneCondition> => [
  ...(filter.uid === undefined ? [] : [{ _tag: "Uid", in: filter.uid } as const]),
  ...(filter.updatedAt === undefined ? [] : [{ _tag: "UpdatedAt", ranges: filter.updatedAt } as const])
]

/** Which halves can hold anything, given where in time the events stand that are asked for. */
const halvesOf = (relative: ReadonlyArray<Relative> | undefined): ReadonlyArray<"notEnded" | "ended"> => {
  if (relative === undefined) return ["notEnded", "ended"]
  return [
    ...(relative.includes("upcoming") || relative.includes("current") ? ["notEnded" as const] : []),
    ...(relative.includes("passed") ? ["ended" as const] : [])
  ]
}

const timeSegments = (query: EventQuery, key: "nextBegin" | "lastBegin", featured: boolean | null): ReadonlyArray<Segment> =>
  halvesOf(query.filter.relative).map((half) =>
    half === "notEnded"
      ? { source: "live", featured, half, key, direction: "asc" }
      : { source: "live", featured, half, key: "lastEnd", direction: "desc" }
  )

const featuredSegments = (query: EventQuery, key: "nextBegin" | "lastBegin"): ReadonlyArray<Segment> => {
  const asked = query.filter.featured
  return (isNarrowing(asked) ? [asked[0]] : [true, false]).flatMap((featured) => timeSegments(query, key, featured))
}

const liveSegments = (query: EventQuery): ReadonlyArray<Segment> => {
  switch (query.sort) {
    case "timingsWithFeatured.asc":
      return featuredSegments(query, "nextBegin")
    case "timings.asc":
      return timeSegments(query, "nextBegin", null)
    case "lastTimingWithFeatured.asc":
      return featuredSegments(query, "lastBegin")
    case "lastTiming.asc":
      return timeSegments(query, "lastBegin", null)
    case "updatedAt.asc":
      return [{ source: "live", featured: null, half: null, key: "updatedAt", direction: "asc" }]
    case "updatedAt.desc":
      return [{ source: "live", featured: null, half: null, key: "updatedAt", direction: "desc" }]
  }
}

const isChangeSort = (sort: EventSort): boolean => sort === "updatedAt.asc" || sort === "updatedAt.desc"

const removedSegment = (query: EventQuery): Segment =>
  isChangeSort(query.sort)
    ? { source: "removed", featured: null, half: null, key: "updatedAt", direction: query.sort === "updatedAt.asc" ? "asc" : "desc" }
    : { source: "removed", featured: null, half: null, key: "uid", direction: "asc" }

const segmentsOf = (query: EventQuery): ReadonlyArray<Segment> => {
  switch (query.removed) {
    case "without":
      return liveSegments(query)
    case "only":
      return [removedSegment(query)]
    case "with":
      return isChangeSort(query.sort)
        ? liveSegments(query).map((segment) => ({ ...segment, source: "both" }))
        : [...liveSegments(query), removedSegment(query)]
  }
}

/**
 * Turns a query into a plan, or says what is wrong with its cursor. The page's own instant orders and filters it when it is the first;
 * the first page's, carried by the cursor, does on every later one (wire.md §6).
 */
export const planQuery = (query: EventQuery, context: PlanContext): Either.Either<QueryPlan, ReadonlyArray<Issue>> => {
  const segments = segmentsOf(query)
  const cursor = query.start._tag === "After" ? decodeCursor(query.sort, segments, query.start.cursor) : null
  if (query.start._tag === "After" && cursor === null) {
    return Either.left([issue("cursor.invalid", "after", { origin: query.start.cursor })])
  }
  const asOf = cursor?.asOf ?? context.now
  const start: PlanStart = cursor === null
    ? { _tag: "Skip", count: query.start._tag === "From" ? query.start.skip : 0 }
    : { _tag: "Behind", segment: cursor.segment, position: cursor.position }
  return Either.right({
    scope: context.scope,
    audience: context.audience,
    asOf,
    shownAt: context.now,
    live: query.removed === "only" ? null : conditions(query.filter, asOf),
    removed: query.removed === "without" ? null : tombstoneConditions(query.filter),
    segments,
    start,
    limit: query.size,
    bodies: showsBody(listView(query))
  })
}
