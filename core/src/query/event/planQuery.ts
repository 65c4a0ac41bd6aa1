import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { EventState, published } from "../../domain/event/Event.js"
import type { Audience } from "../../record/EventRecord.js"
import { cut_scores_max } from "../../search/autoCut.js"
import { readSearch, search_words_max } from "../../search/readSearch.js"
import type { SearchWeights } from "../../search/SearchDocument.js"
import type { SearchPlan } from "../../search/SearchPlan.js"
import type { Synonyms } from "../../search/synonyms.js"
import type { Condition, TombstoneCondition } from "./Condition.js"
import { type CursorList, decodeCursor } from "./Cursor.js"
import { type EventFilter, filterConditions, rangedFilters } from "./eventFilters.js"
import { type EventQuery, listView } from "./EventQuery.js"
import type { EventSort } from "./EventSort.js"
import { shows, showsBody } from "./EventView.js"
import { countedSegments, planSegments } from "./planSegments.js"
import type { OrderKey, PlanStart, QueryPlan, Scope } from "./QueryPlan.js"
import { mergeRanges } from "./Tally.js"

/** Maximum number of ranges or boxes per filter; each may be a scan of its own. */
export const ranges_max = 100

/**
 * Issues for filters with too many ranges (wire.md §2, Query syntax), one per filter, under the parameter name that the
 * filter was sent as.
 */
const rangeIssues = (
  filter: EventFilter,
  names: { readonly [filter: string]: string } = {}
): ReadonlyArray<Issue> => {
  const counts = [
    ...rangedFilters.map((name) => [name, filter[name]?.length ?? 0] as const),
    ...Object.entries(filter.fields ?? {}).map(([code, { ranges }]) => [code, ranges.length] as const)
  ]
  return counts.flatMap(([name, count]) =>
    count <= ranges_max
      ? []
      : [issue("parameter.invalid", names[name] ?? name, {
        origin: count,
        message: `a filter takes at most ${ranges_max} ranges, not ${count}`,
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
  /** The synonyms of the agenda; absent: none. */
  readonly synonyms?: Synonyms
  /** The weights of the agenda; absent or null: `searchWeights`. */
  readonly weights?: SearchWeights | null
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

const merged = (condition: Condition): Condition =>
  condition._tag === "Numbers" ? { ...condition, ranges: mergeRanges(condition.ranges, 0) } : condition

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

const conditions = (filter: EventFilter, { fields, past_ms_max, userUid = 0 }: PlanContext, asOf: number): ReadonlyArray<Condition> => [
  { _tag: "State", in: statesOf(filter) },
  ...filterConditions(filter, { at: asOf, userUid }),
  ...fields.map(merged),
  ...(past_ms_max === null ? [] : [{ _tag: "EndsFrom", gte: asOf - past_ms_max } as const])
]

const isOfTombstones = (condition: Condition): condition is TombstoneCondition => condition._tag === "Uid" || condition._tag === "UpdatedAt"

/** A search without letters or digits, which matches nothing (wire.md §6). */
type Wordless = "Wordless"

const planSearch = (
  search: ReadonlyArray<string> | undefined,
  { synonyms = [], weights = null }: PlanContext
): Either.Either<SearchPlan | Wordless | null, ReadonlyArray<Issue>> => {
  if (search === undefined || search.length === 0) return Either.right(null)
  const read = readSearch(search, synonyms)
  switch (read._tag) {
    case "Search":
      return Either.right(weights === null ? read.plan : { ...read.plan, weights })
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

/** A copy of the plan that searches for this instead. */
export const withSearch = (plan: QueryPlan, search: SearchPlan): QueryPlan => ({
  ...plan,
  live: plan.live?.map((condition) => condition._tag === "Search" ? { ...condition, search } : condition) ?? null
})

const scoringOf = (plan: QueryPlan): QueryPlan => ({
  ...plan,
  removed: null,
  segments: [{ source: "live", featured: null, endedFilter: null, order: [{ key: "score", direction: "desc" }], ties: "asc" }],
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
  const searching = planSearch(filter.search, context)
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
  const live = conditions(filter, context, asOf)
  const plan: QueryPlan = {
    scope: context.scope,
    ...planTombstones(filter, context),
    asOf,
    shownAt: context.now,
    live: query.removed === "only" ? null : [...live, ...searched],
    removed: query.removed === "without" ? null : live.filter(isOfTombstones),
    ...paged,
    limit: query.size,
    bodies: showsBody(view) || query.explain === true,
    locations: query.explain === true || shows(view, "location") || shows(view, "country") ||
      (query.includeSort && sorts.some(isPlaceSort)),
    tallies: []
  }
  return Either.right({
    plan,
    sorts,
    scoring: isAuto && cursor === null ? scoringOf(plan) : null,
    minimumScore: cursor?.minimumScore ?? null
  })
}

const contentConditions: ReadonlySet<Condition["_tag"]> = new Set(["AvailabilityUpdatedAt", "Search", "UpdatedAt"])

const contentKeys: ReadonlySet<OrderKey> = new Set(["availabilityUpdatedAt", "fit", "score", "updatedAt"])

/**
 * Whether the matches, the order or the counts of a plan depend on what a change that does not relist an event may
 * change: texts and the instants of changes. Plans with tallies or tombstones count as such.
 */
export const readsContent = ({ live, removed, segments, tallies, tombstones }: QueryPlan): boolean =>
  removed !== null || tombstones !== undefined || tallies.length > 0 ||
  (live ?? []).some(({ _tag }) => contentConditions.has(_tag)) ||
  segments.some(({ order }) => order.some(({ key }) => contentKeys.has(key)))
