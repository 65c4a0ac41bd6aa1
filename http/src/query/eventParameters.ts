import type { Limits } from "@agenda-engine/core/domain/Limits"
import { type EventSort, eventSorts, featuredSorts, placeOrders, timeSorts } from "@agenda-engine/core/query/EventSort"
import { agendaFacets, facetTypes } from "@agenda-engine/core/query/FacetQuery"
import { facets_max } from "@agenda-engine/core/query/planFacet"
import * as Struct from "effect/Struct"
import { eventFilterParameters } from "./eventFilterParameters.js"
import { eventViewParameters, flag } from "./eventViewParameters.js"
import type { FacetParameter, FormedParameter, Parameter } from "./Parameter.js"
import { facetSize_default, facetSize_max } from "./readFacets.js"

const list = { aliases: [], absent: null, many: true } as const
const single = { aliases: [], many: false } as const

/** Other names of levels in sorts (wire.md §2, Aliases). */
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

const sortOf = (times: ReadonlyArray<string>, absent: string): FormedParameter<EventSort> => ({
  kind: "formed",
  name: "sort",
  aliases: [],
  many: true,
  takes: `${
    times.join(", ")
  }, updatedAt or createdAt with .asc or .desc, score, or location.{field} with .asc or .desc, {field} being one of ${
    [...placeOrders, ...Object.keys(placeAliases)].join(", ")
  }`,
  read: readSort,
  description:
    "The order of the list, several by each in turn. The orders by time put what has not ended first, `score` the best match; ties end on the smaller uid. With `search` the default is `score`.",
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
    `Facets: what of all that matches is counted by what, under \`aggregations\` in the answer. \`aggregations[]=cities\`, or \`aggs[0][t]=af&aggs[0][f]=genres&aggs[0][k]=byGenre\`. The key is the type unless named; size is ${facetSize_default} unless named, at most ${facetSize_max}; interval is hour, day, week, month or year; zoom is 0 to 20. At most ${facets_max} facets.`,
  absent: null,
  example: "cities"
}

/** The parameters of a list of events (service.md, list events), as data. */
export const eventParameters = (limits: Limits) => ({
  ...eventFilterParameters,
  sort: sortOf(timeSorts, "timingsWithFeatured.asc"),
  size: {
    ...single,
    kind: "integer",
    name: "size",
    min: 0,
    max: limits.eventsPage_max,
    description: "How many events the page holds at most; 0 asks for the total and the facets alone.",
    absent: String(limits.eventsPage_default),
    example: "20"
  },
  from: {
    ...single,
    kind: "integer",
    name: "from",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: "How many events to pass over. Not together with `after`, which stays exact while time passes.",
    absent: "0",
    example: "40"
  },
  after: {
    ...list,
    kind: "text",
    name: "after",
    description: "The `after` of the last answer, as it came: gives the page that follows.",
    example: "1711843200000"
  },
  aggregations,
  aggsSizeLimit: {
    ...single,
    kind: "integer",
    name: "aggsSizeLimit",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: `How many buckets a facet has at most, and how many where it names no size. Never more than ${facetSize_max}.`,
    absent: null,
    example: "1500"
  },
  ...eventViewParameters("0"),
  includeSort: flag("includeSort", "1 for what each event was sorted by, under `sort`.")
} as const satisfies Record<string, Parameter>)
/** The parameters of a list of events. */
export type EventParameters = ReturnType<typeof eventParameters>

/** The parameters of a list of events across agendas (wire.md §6, Across agendas): those that belong to one agenda are refused there. */
export const publicEventParameters = (limits: Limits) => {
  return {
    ...Struct.omit(eventParameters(limits), "featured", "mine", "state"),
    sort: sortOf(timeSorts.filter((sort) => !featuredSorts.includes(sort)), "timings.asc"),
    aggregations: { ...aggregations, types: facetTypes.filter((type) => !agendaFacets.includes(type)) }
  } as const satisfies Record<string, Parameter>
}
