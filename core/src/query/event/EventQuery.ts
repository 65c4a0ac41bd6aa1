import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import { type Issue, issue, quoteText } from "../../domain/error/Issue.js"
import { defaultLimits } from "../../domain/Limits.js"
import { omitUndefined } from "../../domain/omitUndefined.js"
import { describedInstant } from "../Parameter.js"
import { type BoundName, readBound, utc } from "../readBound.js"
import type { Range } from "./Condition.js"
import { type EventFilter, eventFilters, type FieldFilter, type FilterName, filterNames, type FilterValues } from "./eventFilters.js"
import type { EventSort } from "./EventSort.js"
import type { EventView, OfValues, PlainView } from "./EventView.js"
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
  /** Whether the words of a search that finds nothing are kept, instead of completed or corrected. Absent: false. */
  readonly exact?: boolean | undefined
  readonly facets: ReadonlyArray<FacetQuery>
  /** The parameter name that each filter was sent under, where it differs from the name of the filter. */
  readonly names?: { readonly [filter: string]: string } | undefined
}

/** Epoch milliseconds, or ISO 8601; without an offset in UTC. */
export type GivenInstant = number | string

/** A range, ends included; an absent end is open. */
export interface GivenRange<Bound> {
  readonly gte?: Bound | undefined
  readonly lte?: Bound | undefined
}

type OneOrMany<A> = A | ReadonlyArray<A>

/** A value of an additional field: the id of an option, a boolean, a number, a day or a text. */
export type GivenFieldValue = string | number | boolean

/** A range of numbers or days, ends included. `tz` is the IANA time zone of days; UTC by default. */
export interface GivenFieldRange extends GivenRange<string | number> {
  readonly tz?: string | undefined
}

type GivenFieldFilter = OneOrMany<GivenFieldValue | GivenFieldRange>

type GivenFieldFilters<Values> = unknown extends Values ? { readonly [code: string]: GivenFieldFilter | undefined }
  : { readonly [Code in keyof Values]?: GivenFieldFilter | undefined }

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
export interface ListOptions<Values = unknown> extends Readonly<{ [N in FilterName]?: Given<N> | undefined }>, Pick<EventFilter, "none"> {
  /** Filters by additional fields, by code: one value or range, or several (OR). */
  readonly fields?: GivenFieldFilters<Values> | undefined
  /** Format of long descriptions; markdown by default. */
  readonly longDescriptionFormat?: NonNullable<EventView["longDescriptionFormat"]> | undefined
  /** The default depends on the list: by score with a search, else by time. */
  readonly sort?: OneOrMany<EventSort> | undefined
  /** Where the list starts; at its first event by default. */
  readonly start?: PageStart | undefined
  /** Maximum number of events on a page, 20 by default; 0 returns only the total and the facets. */
  readonly size?: number | undefined
  /** Whether each event includes its sort values; false by default. */
  readonly includeSort?: boolean | undefined
  /** None by default. */
  readonly facets?: ReadonlyArray<FacetQuery> | undefined
}

/** `ListOptions`, and what decides which members events have. */
export interface EventQueryOptions<Values = unknown> extends ListOptions<Values> {
  /** True for the full public form, false for the default list item. */
  readonly detailed?: boolean | undefined
  /** The language to which every text is collapsed; all languages by default. */
  readonly monolingual?: string | undefined
  /** Whether choices are shown as `{id, label}`; false by default. */
  readonly includeLabels?: boolean | undefined
  /** Dotted paths of the selected members, such as `title.fr`; all members by default. */
  readonly includeFields?: ReadonlyArray<string> | undefined
  /** Whether removed events are listed; `"without"` by default. */
  readonly removed?: RemovedFilter | undefined
}

const instantFilters: ReadonlySet<FilterName> = new Set<InstantFilter>(["timings", "createdAt", "updatedAt", "availabilityUpdatedAt"])

const isInstantFilter = (name: FilterName): name is InstantFilter => instantFilters.has(name)

/** The last instant that ECMAScript can write, and the distance of the first one from 1970. */
const instant_ms_max = 8.64e15

const isInstant = (read: number): boolean => Number.isInteger(read) && Math.abs(read) <= instant_ms_max

const listOf = <A>(given: A | ReadonlyArray<A>): ReadonlyArray<A> => {
  const isList = (value: A | ReadonlyArray<A>): value is ReadonlyArray<A> => Array.isArray(value)
  return isList(given) ? given : [given]
}

const isFieldRange = (given: GivenFieldValue | GivenFieldRange): given is GivenFieldRange => typeof given === "object"

const isFieldValue = (given: GivenFieldValue | GivenFieldRange): given is GivenFieldValue => !isFieldRange(given)

const textOf = (bound: string | number | undefined): string | null => bound === undefined ? null : String(bound)

const fieldFilterOf = (given: GivenFieldFilter): FieldFilter => {
  const all = listOf(given)
  return {
    values: all.filter(isFieldValue).map(String),
    ranges: all.filter(isFieldRange).map(({ gte, lte, tz }) => ({ gte: textOf(gte), lte: textOf(lte), ...omitUndefined({ tz }) })),
    others: []
  }
}

/** Parses what the types of the options do not check. */
class OptionReader {
  readonly faults: Array<Issue> = []

  constructor(readonly options: EventQueryOptions) {}

  /** The value of a filter, in the form of `EventFilter`. */
  valueOf(name: FilterName): unknown {
    if (isInstantFilter(name)) return listOf(this.options[name] ?? []).map((range) => this.instants(name, range))
    if (name === "age") {
      return listOf(this.options.age ?? []).map(({ gte, lte }) => ({ gte: this.age("gte", gte), lte: this.age("lte", lte) }))
    }
    const given: unknown = this.options[name]
    const { kind, many } = eventFilters[name].parameter
    const values = listOf(given)
    if (kind === "integer") {
      for (const value of values) if (!Number.isSafeInteger(value)) this.fault(name, String(value), "an integer")
    }
    return many ? values : given
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
    if (read === null || !isInstant(read)) this.fault(`${name}[${bound}]`, String(given), describedInstant)
    return read
  }

  private age(bound: BoundName, given: number | undefined): number | null {
    if (given !== undefined && !Number.isSafeInteger(given)) this.fault(`age[${bound}]`, String(given), "an integer")
    return given ?? null
  }

  private fault(field: string, text: string, takes: string): void {
    this.faults.push(issue("parameter.invalid", field, { message: `${field} takes ${takes}, not ${quoteText(text)}`, origin: text }))
  }
}

const mapFields = (fields: EventQueryOptions["fields"]): EventFilter["fields"] =>
  fields === undefined ? undefined : Record.map(Record.filter(fields, Predicate.isNotUndefined), fieldFilterOf)

/** What the options get wrong is in the `faults` of the query. */
const makeQuery = (options: EventQueryOptions): EventQuery => {
  const reader = new OptionReader(options)
  const { detailed = false, facets = [], includeSort = false, removed = "without", size, sort = [], start } = options
  const given = filterNames.filter((name) => options[name] !== undefined)
  const filter: EventQuery["filter"] = Object.assign({}, ...given.map((name) => ({ [name]: reader.valueOf(name) })))
  const paths = reader.paths()
  return {
    filter: { ...filter, ...omitUndefined({ fields: mapFields(options.fields), none: options.none }) },
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

type ListOf<Values, Detailed extends boolean> = EventQuery & PlainView & OfValues<Values> & { readonly detailed: Detailed }

function make<Values = unknown>(options?: ListOptions<Values> & { readonly detailed?: false | undefined }): ListOf<Values, false>
function make<Values = unknown>(options: ListOptions<Values> & { readonly detailed: true }): ListOf<Values, true>
function make<Values = unknown>(options: EventQueryOptions<Values>): EventQuery & OfValues<Values>
function make(options: EventQueryOptions = {}): EventQuery {
  return makeQuery(options)
}

/** Makes queries. */
export const EventQuery = {
  /**
   * A query with defaults: the first 20 published events as list items. The type of the query tells services which
   * members its events have; the type argument states the additional fields of the agenda. An instant, number or path
   * that cannot be read is `Invalid` when the query is run.
   *
   * @example
   * EventQuery.make({ search: "jazz", timings: { gte: "2030-06-01" }, size: 50 })
   *
   * @example
   * EventQuery.make<{ readonly places?: number }>({ fields: { places: { gte: 50 } } })
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
