import { type Issue, issue, quoteText } from "../../domain/error/Issue.js"
import { defaultLimits } from "../../domain/Limits.js"
import { omitUndefined } from "../../domain/omitUndefined.js"
import { describedInstant } from "../Parameter.js"
import { type BoundName, readBound, utc } from "../readBound.js"
import type { Range } from "./Condition.js"
import { type EventFilter, eventFilters, type FilterName, filterNames, type FilterValues } from "./eventFilters.js"
import type { EventSort } from "./EventSort.js"
import type { EventView, PlainView } from "./EventView.js"
import type { FacetQuery } from "./FacetQuery.js"
import { readFieldPath, selectFields } from "./FieldPath.js"

/** Which records to list: live events, tombstones, or both (service.md, Removal). */
export type RemovedFilter = "without" | "only" | "with"

/** Start of a page: the beginning, after a cursor, or at an offset. */
export type PageStart =
  | { readonly _tag: "First" }
  | { readonly _tag: "After"; readonly cursor: ReadonlyArray<string> }
  | { readonly _tag: "From"; readonly skip: number }

/** An event list as requested, before the clock and the caller are taken into account. */
export interface EventQuery extends EventView {
  readonly filter: EventFilter
  readonly removed: RemovedFilter
  /** Sorts in order of precedence. When empty, the list is ordered by score with a search and by time without one. */
  readonly sort: ReadonlyArray<EventSort>
  readonly start: PageStart
  /** Maximum number of events on the page; 0 returns only the total and the facets. */
  readonly size: number
  /** Whether each event includes its sort values. */
  readonly includeSort: boolean
  readonly facets: ReadonlyArray<FacetQuery>
  /** The parameter name that each filter was sent under, where it differs from the name of the filter. */
  readonly names?: { readonly [filter: string]: string }
}

/** Epoch milliseconds, or ISO 8601; without an offset in UTC. */
export type GivenInstant = number | string

/** A range, ends included; an absent end is open. */
export interface GivenRange<Bound> {
  readonly gte?: Bound
  readonly lte?: Bound
}

type OneOrMany<A> = A | ReadonlyArray<A>

/** The filters by ranges of instants. */
export type InstantFilter = "timings" | "createdAt" | "updatedAt" | "availabilityUpdatedAt"

type Given<N extends FilterName> = N extends InstantFilter ? OneOrMany<GivenRange<GivenInstant>>
  : N extends "age" ? OneOrMany<GivenRange<number>>
  : FilterValues[N] extends ReadonlyArray<infer Item> ? OneOrMany<Item>
  : FilterValues[N]

/**
 * A list of events in short: every member is optional, and a filter takes one value or several. The filters are those
 * of `EventFilter`, by name.
 */
export interface ListOptions extends Readonly<{ [N in FilterName]?: Given<N> }>, Pick<EventFilter, "none"> {
  /** Filters by additional fields, by code. */
  readonly fields?: NonNullable<EventFilter["fields"]>
  /** Format of long descriptions; markdown by default. */
  readonly longDescriptionFormat?: NonNullable<EventView["longDescriptionFormat"]>
  /** The default depends on the list: by score with a search, else by time. */
  readonly sort?: OneOrMany<EventSort>
  /** Where the list starts; at its first event by default. */
  readonly start?: PageStart
  /** Maximum number of events on a page, 20 by default; 0 returns only the total and the facets. */
  readonly size?: number
  /** Whether each event includes its sort values; false by default. */
  readonly includeSort?: boolean
  /** None by default. */
  readonly facets?: ReadonlyArray<FacetQuery>
}

/** `ListOptions`, and what decides which members events have. */
export interface EventQueryOptions extends ListOptions {
  /** True for the full public form, false for the default list item. */
  readonly detailed?: boolean
  /** The language to which every text is collapsed; all languages by default. */
  readonly monolingual?: string
  /** Whether choices are shown as `{id, label}`; false by default. */
  readonly includeLabels?: boolean
  /** Dotted paths of the selected members, such as `title.fr`; all members by default. */
  readonly includeFields?: ReadonlyArray<string>
  /** Whether removed events are listed; `"without"` by default. */
  readonly removed?: RemovedFilter
}

const instantFilters: ReadonlySet<FilterName> = new Set<InstantFilter>(["timings", "createdAt", "updatedAt", "availabilityUpdatedAt"])

const isInstantFilter = (name: FilterName): name is InstantFilter => instantFilters.has(name)

const listOf = <A>(given: A | ReadonlyArray<A>): ReadonlyArray<A> => {
  const isList = (value: A | ReadonlyArray<A>): value is ReadonlyArray<A> => Array.isArray(value)
  return isList(given) ? given : [given]
}

/** Parses what the types of the options do not check. */
class OptionReader {
  readonly faults: Array<Issue> = []

  constructor(readonly options: EventQueryOptions) {}

  /** The value of a filter, in the form of `EventFilter`. */
  valueOf(name: FilterName): unknown {
    if (isInstantFilter(name)) return listOf(this.options[name] ?? []).map((range) => this.instants(name, range))
    if (name === "age") return listOf(this.options.age ?? []).map(({ gte = null, lte = null }) => ({ gte, lte }))
    const given: unknown = this.options[name]
    return eventFilters[name].parameter.many ? listOf(given) : given
  }

  /** The paths of `includeFields`. */
  paths(): ReadonlyArray<ReadonlyArray<string>> | undefined {
    return this.options.includeFields?.flatMap((text) => {
      const path = readFieldPath(text)
      if (path === undefined) this.fault("includeFields", text, "a path into the detailed form")
      return path === undefined ? [] : [path]
    })
  }

  private instants(name: InstantFilter, { gte, lte }: GivenRange<GivenInstant>): Range {
    return { gte: this.instant(name, "gte", gte), lte: this.instant(name, "lte", lte) }
  }

  private instant(name: InstantFilter, bound: BoundName, given: GivenInstant | undefined): number | null {
    if (given === undefined) return null
    // The word depends on the time of the list, which is not known yet.
    const read = typeof given === "number" ? given : given === "today" ? null : readBound(given, bound, utc, 0)
    if (read === null || !Number.isFinite(read)) this.fault(`${name}[${bound}]`, String(given), describedInstant)
    return read
  }

  private fault(field: string, text: string, takes: string): void {
    this.faults.push(issue("parameter.invalid", field, { message: `${field} takes ${takes}, not ${quoteText(text)}`, origin: text }))
  }
}

/** What the options get wrong is in the `faults` of the query. */
const makeQuery = (options: EventQueryOptions): EventQuery => {
  const reader = new OptionReader(options)
  const { detailed = false, facets = [], includeSort = false, removed = "without", size, sort = [], start } = options
  const given = filterNames.filter((name) => options[name] !== undefined)
  const filter: EventQuery["filter"] = Object.assign({}, ...given.map((name) => ({ [name]: reader.valueOf(name) })))
  const paths = reader.paths()
  return {
    filter: { ...filter, ...omitUndefined({ fields: options.fields, none: options.none }) },
    removed,
    sort: listOf(sort),
    start: start ?? { _tag: "First" },
    size: size ?? defaultLimits.eventsPage_default,
    includeSort,
    facets,
    detailed,
    ...omitUndefined({
      monolingual: options.monolingual,
      includeLabels: options.includeLabels,
      longDescriptionFormat: options.longDescriptionFormat,
      fields: paths === undefined ? undefined : selectFields(paths),
      faults: reader.faults.length === 0 ? undefined : reader.faults
    })
  }
}

type ListOf<Detailed extends boolean> = EventQuery & PlainView & { readonly detailed: Detailed }

function make(options?: ListOptions & { readonly detailed?: false }): ListOf<false>
function make(options: ListOptions & { readonly detailed: true }): ListOf<true>
function make(options: EventQueryOptions): EventQuery
function make(options: EventQueryOptions = {}): EventQuery {
  return makeQuery(options)
}

/** Makes queries. */
export const EventQuery = {
  /**
   * A query with defaults: the first 20 published events as list items. The type of the query tells services which
   * members its events have. An instant or path that cannot be read is `Invalid` when the query is run.
   *
   * @example
   * EventQuery.make({ search: "jazz", timings: { gte: "2030-06-01" }, size: 50 })
   */
  make
}

/**
 * The view of a list. A list that includes tombstones uses the detailed form, and always includes the tombstone members
 * `uid`, `removed` and `updatedAt` (wire.md §5, Removal and synchronisation).
 */
export const listView = (query: EventQuery): EventView => {
  const view = query.removed === "with" ? { ...query, detailed: true } : query
  return query.fields === undefined || query.removed === "without"
    ? view
    : { ...view, fields: { ...query.fields, uid: "whole", removed: "whole", updatedAt: "whole" } }
}
