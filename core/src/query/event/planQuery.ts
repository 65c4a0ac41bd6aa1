import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { EventState, published } from "../../domain/event/Event.js"
import { foldText } from "../../domain/text/foldText.js"
import { availabilities, type Availability } from "../../domain/ticketing/Ticketing.js"
import type { Audience } from "../../record/EventRecord.js"
import { cut_scores_max } from "../../search/autoCut.js"
import { readSearch, search_words_max } from "../../search/readSearch.js"
import type { SearchPlan } from "../../search/SearchPlan.js"
import { type CursorList, decodeCursor } from "./Cursor.js"
import { type EventFilter, type EventQuery, type GeoBox, listView, type NullableFilter, placeFields } from "./EventQuery.js"
import type { EventSort } from "./EventSort.js"
import { shows, showsBody } from "./EventView.js"
import { countedSegments, planSegments } from "./planSegments.js"
import type { Condition, PlanStart, QueryPlan, Scope, TombstoneCondition } from "./QueryPlan.js"
import { mergeRanges } from "./Tally.js"

/** Maximum number of ranges or boxes per filter; each may be a scan of its own. */
export const ranges_max = 100

/**
 * Issues for filters with too many ranges (wire.md §2, Query syntax), one per filter, under the parameter name that the
 * filter was sent as.
 */
export const rangeIssues = (
  { age, availabilityUpdatedAt, createdAt, fields = {}, geo, timings, updatedAt }: EventFilter,
  names: { readonly [filter: string]: string } = {}
): ReadonlyArray<Issue> => {
  const filters = [
    ...Object.entries({ age, availabilityUpdatedAt, createdAt, geo, timings, updatedAt }),
    ...Object.entries(fields).map(([code, { ranges }]) => [code, ranges] as const)
  ]
  return filters.flatMap(([name, ranges = []]) =>
    ranges.length <= ranges_max
      ? []
      : [issue("parameter.invalid", names[name] ?? name, {
        origin: ranges.length,
        message: `a filter takes at most ${ranges_max} ranges, not ${ranges.length}`,
        info: { max: ranges_max }
      })]
  )
}

/** What a plan depends on besides the query: access, clock, agenda fields and configuration. */
export interface PlanContext {
  readonly scope: Scope
  /** The audience of the caller. */
  readonly audience: Audience
  /** The instant of the request, epoch milliseconds. */
  readonly now: number
  /** The user that `mine` filters by; absent: `mine` matches nothing. */
  readonly userUid?: number
  /** Conditions on additional fields (`planFields`). */
  readonly fields: ReadonlyArray<Condition>
  /** The sort of a list without sort and search. */
  readonly defaultSort: EventSort
  /** Maximum age of the last slot of a listed event, milliseconds; null for no limit. */
  readonly past_ms_max: number | null
}

/** A planned event list. */
export interface PlannedQuery {
  readonly plan: QueryPlan
  /** The effective sorts, at least one. */
  readonly sorts: ReadonlyArray<EventSort>
  /**
   * Plan of the best scores, from which `threshold=auto` computes the minimum score. It runs first; its result is
   * applied with `withMinimumScore`. Null without `auto`, or when the cursor contains the minimum score.
   */
  readonly scoring: QueryPlan | null
  /** The minimum score from the cursor; null when it has none. */
  readonly minimumScore: number | null
}

const folded = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts.map(foldText))]

const isNarrowing = (requested: ReadonlyArray<boolean> | undefined): requested is readonly [boolean, ...ReadonlyArray<boolean>] =>
  requested !== undefined && requested.length > 0 && new Set(requested).size === 1

const one = <C extends Condition>(condition: C): ReadonlyArray<C> => [condition]

const placeConditions = (filter: EventFilter): ReadonlyArray<Condition> =>
  placeFields.flatMap((field): ReadonlyArray<Condition> => {
    const orNone = filter.none?.includes(field) ?? false
    const requested = filter.place?.[field]
    return requested === undefined && !orNone ? [] : [{ _tag: "Place", field, in: folded(requested ?? []), orNone }]
  })

const termConditions = (filter: EventFilter): ReadonlyArray<Condition> => {
  const requested = (name: NullableFilter & ("keyword" | "language" | "accessibility")) => ({
    values: filter[name],
    orNone: filter.none?.includes(name) ?? false
  })
  const any = (dimension: "language" | "accessibility"): ReadonlyArray<Condition> => {
    const { orNone, values } = requested(dimension)
    return values === undefined && !orNone ? [] : [{ _tag: "Terms", dimension, in: folded(values ?? []), orNone }]
  }
  const { orNone, values } = requested("keyword")
  return [
    ...(orNone ? one({ _tag: "Terms", dimension: "keyword", in: [], orNone }) : []),
    ...(values === undefined ? [] : one({ _tag: "AllTerms", dimension: "keyword", all: folded(values) })),
    ...any("language"),
    ...any("accessibility")
  ]
}

const merged = (condition: Condition): Condition =>
  condition._tag === "Numbers" ? { ...condition, ranges: mergeRanges(condition.ranges, 0) } : condition

const bookable: ReadonlyArray<Availability> = ["available", "limited"]
const notBookable = availabilities.filter((status) => !bookable.includes(status))

/** Ticket filters at an instant. Events without tickets are not bookable (wire.md §6). */
const ticketConditions = (filter: EventFilter, at: number): ReadonlyArray<Condition> => {
  const { availability, availabilityUpdatedAt, none = [], pricing } = filter
  const ofNone = { availability: none.includes("availability"), pricing: none.includes("pricing") }
  return [
    ...(availability === undefined && !ofNone.availability
      ? []
      : one({ _tag: "Availability", in: availability ?? [], at, orNone: ofNone.availability })),
    ...(!isNarrowing(filter.bookable)
      ? []
      : one(
        filter.bookable[0]
          ? { _tag: "Availability", in: bookable, at, orNone: false }
          : { _tag: "Availability", in: notBookable, at, orNone: true }
      )),
    ...(pricing === undefined && !ofNone.pricing
      ? []
      : one({ _tag: "Terms", dimension: "pricing", in: pricing ?? [], orNone: ofNone.pricing })),
    ...(availabilityUpdatedAt === undefined
      ? []
      : one({ _tag: "AvailabilityUpdatedAt", ranges: mergeRanges(availabilityUpdatedAt, 1) }))
  ]
}

/** The states that a list requests. */
const statesOf = (
  { mine, state }: EventFilter
): ReadonlyArray<number> => [...new Set(state ?? (mine === true ? EventState.literals : [published]))]

/**
 * The audience of the tombstones of a list. A list of published events only has the public tombstones for every caller,
 * because events that were never published are not disclosed (wire.md §5, Removal).
 */
const planTombstones = (filter: EventFilter, { audience, userUid = 0 }: PlanContext): Pick<QueryPlan, "audience" | "tombstones"> => {
  const states = statesOf(filter)
  if (states.every((state) => state === published)) return { audience: "public" }
  const isPartial = states.includes(published) && EventState.literals.some((state) => !states.includes(state))
  const listedStates = isPartial ? states : null
  const contributorUid = audience === "public" && filter.mine === true ? userUid : null
  return listedStates === null && contributorUid === null ? { audience } : { audience, tombstones: { listedStates, contributorUid } }
}

/** Normalizes a box with an edge on the antimeridian so that it contains both longitudes, 180 and -180. */
const throughAntimeridian = (box: GeoBox): GeoBox => {
  if (box.west === -180 && box.east !== 180) return { ...box, west: 180 }
  return box.east === 180 && box.west !== -180 ? { ...box, east: -180 } : box
}

const conditions = (filter: EventFilter, context: PlanContext, asOf: number): ReadonlyArray<Condition> => {
  const { past_ms_max } = context
  const orNone = filter.none?.includes("locationUid") ?? false
  return [
    { _tag: "State", in: statesOf(filter) },
    ...(filter.mine === true ? one({ _tag: "Contributor", is: context.userUid ?? 0 }) : []),
    ...(filter.uid === undefined ? [] : one({ _tag: "Uid", in: filter.uid })),
    ...(filter.slug === undefined ? [] : one({ _tag: "Slug", in: filter.slug })),
    ...(filter.extId === undefined ? [] : one({ _tag: "ExtId", in: filter.extId })),
    ...(filter.originAgendaUid === undefined ? [] : one({ _tag: "Agenda", in: filter.originAgendaUid })),
    ...(isNarrowing(filter.featured) ? one({ _tag: "Featured", is: filter.featured[0] }) : []),
    ...(filter.status === undefined ? [] : one({ _tag: "Status", in: filter.status })),
    ...(filter.attendanceMode === undefined ? [] : one({ _tag: "AttendanceMode", in: filter.attendanceMode })),
    ...(filter.locationUid === undefined && !orNone ? [] : one({ _tag: "LocationUid", in: filter.locationUid ?? [], orNone })),
    ...ticketConditions(filter, asOf),
    ...placeConditions(filter),
    ...(filter.geo === undefined ? [] : one({ _tag: "Geo", boxes: filter.geo.map(throughAntimeridian) })),
    ...termConditions(filter),
    ...context.fields.map(merged),
    ...(filter.age === undefined ? [] : one({ _tag: "Age", ranges: mergeRanges(filter.age, 0) })),
    ...(filter.relative === undefined ? [] : one({ _tag: "Relative", in: filter.relative, at: asOf })),
    ...(filter.timings === undefined ? [] : one({ _tag: "Timings", ranges: mergeRanges(filter.timings, 1) })),
    ...(past_ms_max === null ? [] : one({ _tag: "EndsFrom", gte: asOf - past_ms_max })),
    ...(filter.createdAt === undefined ? [] : one({ _tag: "CreatedAt", ranges: mergeRanges(filter.createdAt, 1) })),
    ...(filter.updatedAt === undefined ? [] : one({ _tag: "UpdatedAt", ranges: mergeRanges(filter.updatedAt, 1) }))
  ]
}

const tombstoneConditions = (filter: EventFilter): ReadonlyArray<TombstoneCondition> => [
  ...(filter.uid === undefined ? [] : one({ _tag: "Uid", in: filter.uid })),
  ...(filter.updatedAt === undefined ? [] : one({ _tag: "UpdatedAt", ranges: mergeRanges(filter.updatedAt, 1) }))
]

/** A search without letters or digits, which matches nothing (wire.md §6). */
type Wordless = "Wordless"

const planSearch = (search: ReadonlyArray<string> | undefined): Either.Either<SearchPlan | Wordless | null, ReadonlyArray<Issue>> => {
  if (search === undefined || search.length === 0) return Either.right(null)
  const read = readSearch(search)
  switch (read._tag) {
    case "Search":
      return Either.right(read.plan)
    case "Nothing":
      return Either.right("Wordless")
    case "TooManyWords":
      return Either.left([
        issue("parameter.invalid", "search", {
          message: `a search takes at most ${search_words_max} different words, those of its values added up, not ${read.words}`,
          info: { max: search_words_max }
        })
      ])
  }
}

/** The search condition, if any; `least` is the minimum score. */
const searchConditions = (search: SearchPlan | Wordless | null, least: number): ReadonlyArray<Condition> => {
  if (search === null) return []
  return search === "Wordless" ? [{ _tag: "Uid", in: [] }] : [{ _tag: "Search", search, least }]
}

/**
 * The effective sorts: the requested ones without duplicates, else score with a search, else the default (wire.md §6,
 * Sorts).
 */
const sortsOf = ({ sort }: EventQuery, search: SearchPlan | Wordless | null, { defaultSort }: PlanContext): ReadonlyArray<EventSort> =>
  sort.length > 0 ? [...new Set(sort)] : [search === null ? defaultSort : "score"]

const isPlaceSort = (sort: EventSort): boolean => sort.startsWith("location.")

const minimumScoreOf = (threshold: EventFilter["threshold"]): number =>
  threshold === undefined || threshold === "auto" ? 0 : Math.min(Math.max(Math.ceil(threshold), 0), Number.MAX_SAFE_INTEGER)

/** A copy of the plan with this minimum score. */
export const withMinimumScore = (plan: QueryPlan, least: number): QueryPlan => ({
  ...plan,
  live: plan.live?.map((condition) => condition._tag === "Search" ? { ...condition, least } : condition) ?? null
})

const scoringOf = (plan: QueryPlan): QueryPlan => ({
  ...plan,
  removed: null,
  segments: [{ source: "live", featured: null, endedFilter: null, order: [{ key: "score", direction: "desc" }] }],
  start: { _tag: "Skip", count: 0 },
  limit: cut_scores_max,
  bodies: false,
  locations: false
})

/**
 * Plans an event list, or returns every issue. The first page uses its own instant to filter and sort; later pages use
 * the instant of the first page, from the cursor (wire.md §6).
 */
export const planQuery = (query: EventQuery, context: PlanContext): Either.Either<PlannedQuery, ReadonlyArray<Issue>> => {
  const { filter } = query
  const searching = planSearch(filter.search)
  const search = Either.isRight(searching) ? searching.right : null
  const sorts = sortsOf(query, search, context)
  const isAuto = search !== null && search !== "Wordless" && filter.threshold === "auto"
  const list: CursorList = { sorts, segments: planSegments(query, sorts), hasCut: isAuto }
  const cursor = query.start._tag === "After" ? decodeCursor(list, query.start.cursor) : null
  const issues = [
    ...(query.faults ?? []),
    ...rangeIssues(filter, query.names),
    ...(Either.isLeft(searching) ? searching.left : []),
    ...(query.start._tag === "After" && cursor === null ? [issue("cursor.invalid", "after", { origin: query.start.cursor })] : [])
  ]
  if (issues.length > 0) return Either.left(issues)

  const asOf = cursor?.asOf ?? context.now
  const start: PlanStart = cursor === null
    ? { _tag: "Skip", count: query.start._tag === "From" ? query.start.skip : 0 }
    : { _tag: "After", segment: cursor.segment, position: cursor.position }
  const paged: Pick<QueryPlan, "segments" | "start"> = query.size > 0
    ? { segments: list.segments, start }
    : { segments: countedSegments(query.removed), start: { _tag: "Skip", count: 0 } }
  const searched = searchConditions(search, cursor?.minimumScore ?? minimumScoreOf(filter.threshold))
  const view = listView(query)
  const plan: QueryPlan = {
    scope: context.scope,
    ...planTombstones(filter, context),
    asOf,
    shownAt: context.now,
    live: query.removed === "only" ? null : [...conditions(filter, context, asOf), ...searched],
    removed: query.removed === "without" ? null : tombstoneConditions(filter),
    ...paged,
    limit: query.size,
    bodies: showsBody(view),
    locations: shows(view, "location") || shows(view, "country") || (query.includeSort && sorts.some(isPlaceSort)),
    tallies: []
  }
  return Either.right({
    plan,
    sorts,
    scoring: isAuto && cursor === null ? scoringOf(plan) : null,
    minimumScore: cursor?.minimumScore ?? null
  })
}
