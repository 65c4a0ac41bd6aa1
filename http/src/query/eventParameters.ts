import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import { languageTag } from "@agenda-engine/core/domain/text/languageTag"
import { eventFilters } from "@agenda-engine/core/query/event/eventFilters"
import type { RemovedFilter } from "@agenda-engine/core/query/event/EventQuery"
import { changeKeys, type EventSort, eventSorts, featuredSorts, placeOrders, timeSorts } from "@agenda-engine/core/query/event/EventSort"
import { agendaFacets, facetTypes } from "@agenda-engine/core/query/event/FacetQuery"
import { facets_max } from "@agenda-engine/core/query/event/planFacet"
import type { ChoiceParameter, FacetParameter, FormedParameter, IntegerParameter, Parameter } from "@agenda-engine/core/query/Parameter"
import * as Either from "effect/Either"
import * as Record from "effect/Record"
import * as Struct from "effect/Struct"
import { eventViewParameters, flag } from "./eventViewParameters.js"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"
import { facetSize_default, facetSize_max } from "./readFacets.js"

const lang: FormedParameter<string> = {
  kind: "formed",
  name: "lang",
  aliases: [],
  many: false,
  takes: "a language code, such as fr or pt-BR",
  read: languageTag,
  description: "The language of the texts, else the agenda's default, else the first available one.",
  absent: null,
  example: "fr"
}

/** Parameters of structured data (wire.md §8). */
export const structuredDataParameters = { lang } as const satisfies Record<string, Parameter>

/** Parses the languages of structured data, at most one; fails with all issues of the query string. */
export const readStructuredDataQuery = (tree: QueryTree): Either.Either<ReadonlyArray<string>, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, 0)
  const asked = reader.oneFormed(structuredDataParameters.lang)
  return reader.issues.length === 0 ? Either.right(asked === undefined ? [] : [asked]) : Either.left(reader.issues)
}

const list = { aliases: [], absent: null, many: true } as const
const single = { aliases: [], many: false } as const

/** Aliases of location levels in sorts (wire.md §2, Aliases). */
const placeAliases: { readonly [alias: string]: string } = {
  region: "adminLevel1",
  department: "adminLevel2",
  city: "adminLevel4",
  district: "adminLevel6"
}

const readSort = (text: string): EventSort | undefined => {
  const [place, field = "", direction] = text.split(".")
  const name = Object.hasOwn(placeAliases, field) ? `${place}.${placeAliases[field]}.${direction}` : text
  return eventSorts.find((sort) => sort === name)
}

const placeNames = [...placeOrders, ...Object.keys(placeAliases)]

const inBothDirections = (name: string): ReadonlyArray<string> => [`${name}.asc`, `${name}.desc`]

const sortOf = (times: ReadonlyArray<string>, absent: string): FormedParameter<EventSort> => ({
  kind: "formed",
  name: "sort",
  aliases: [],
  many: true,
  takes: `${times.join(", ")}, ${changeKeys.slice(0, -1).join(", ")} or ${
    changeKeys.at(-1)
  } with .asc or .desc, score, or location.{field} with .asc or .desc, {field} being one of ${placeNames.join(", ")}`,
  words: [
    ...times,
    ...changeKeys.flatMap(inBothDirections),
    "score",
    ...placeNames.flatMap((name) => inBothDirections(`location.${name}`))
  ],
  read: readSort,
  description:
    "The order of the list; several apply in turn. Orders by time list events that have not ended first, `score` the best match. Ties are broken by uid: descending if the last sort ends in `.desc` and among ended events under an order by time, else ascending. With `search` the default is `score`.",
  absent,
  example: "updatedAt.asc"
})

const aggregations: FacetParameter = {
  kind: "facet",
  name: "aggregations",
  aliases: ["aggs"],
  many: true,
  types: facetTypes,
  description:
    `Facets: counts of all matching events by value, under \`aggregations\` in the response. \`aggregations[]=cities\`, or \`aggs[0][t]=af&aggs[0][f]=genres&aggs[0][k]=byGenre\`. The key defaults to the type; size defaults to ${facetSize_default} with a maximum of ${facetSize_max}; interval is hour, day, week, month or year; zoom is 0 to 20. At most ${facets_max} facets.`,
  absent: null,
  example: "cities"
}

const removed: ChoiceParameter<RemovedFilter> = {
  ...single,
  kind: "choice",
  name: "removed",
  description: "0: existing events. 1: tombstones of events that were removed or unpublished. null or empty: both, for synchronisation.",
  absent: "0",
  example: "null",
  options: [["0", "without"], ["1", "only"], ["null", "with"], ["", "with"], ["false", "without"], ["true", "only"]]
}

const sizeOf = (
  { absent, description, max }: { readonly max: number; readonly absent: number; readonly description: string }
): IntegerParameter => ({ ...single, kind: "integer", name: "size", min: 0, max, description, absent: String(absent), example: "20" })

/** Parameters of a list of events (service.md, list events). */
export const eventParameters = (limits: Limits) => ({
  ...Record.map(eventFilters, ({ parameter }): Parameter => parameter),
  removed,
  sort: sortOf(timeSorts, "timingsWithFeatured.asc"),
  size: sizeOf({
    max: limits.eventsPage_max,
    absent: limits.eventsPage_default,
    description: "Maximum number of events per page; 0 returns only the total and the facets."
  }),
  from: {
    ...single,
    kind: "integer",
    name: "from",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: "How many events to skip. Cannot be combined with `after`, which stays exact while events change.",
    absent: "0",
    example: "40"
  },
  after: {
    ...list,
    kind: "text",
    name: "after",
    description: "The `after` of the previous response, unchanged; returns the next page.",
    example: "1711843200000"
  },
  aggregations,
  aggsSizeLimit: {
    ...single,
    kind: "integer",
    name: "aggsSizeLimit",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: `Maximum number of buckets of a facet, and the default of facets without a size. At most ${facetSize_max}.`,
    absent: null,
    example: "1500"
  },
  ...eventViewParameters("0"),
  includeSort: flag("includeSort", "1 for what each event was sorted by, under `sort`."),
  exact: flag("exact", "1 to keep the words of a `search` that finds nothing, instead of completing or correcting them."),
  explain: flag("explain", "1 for how each event got its score, under `explain`. No effect without `search`.")
} as const satisfies { readonly [name: string]: Parameter })

/** Parameters of a list of events. */
export type EventParameters = ReturnType<typeof eventParameters>

/**
 * Parameters of a list of events across agendas (wire.md §6, Across agendas); parameters of a single agenda are refused
 * there.
 */
export const publicEventParameters = (limits: Limits) => {
  return {
    ...Struct.omit(eventParameters(limits), "featured", "mine", "state"),
    sort: sortOf(timeSorts.filter((sort) => !featuredSorts.includes(sort)), "timings.asc"),
    aggregations: { ...aggregations, types: facetTypes.filter((type) => !agendaFacets.includes(type)) }
  } as const satisfies { readonly [name: string]: Parameter }
}

/**
 * Parameters of an export of events: those of a list, with more events
 * (`exportEvents_max`), and the language of feeds and calendars.
 */
export const exportParameters = (limits: Limits) => ({
  ...eventParameters(limits),
  ...structuredDataParameters,
  size: sizeOf({ max: limits.exportEvents_max, absent: limits.exportEvents_max, description: "Maximum number of events." })
})
