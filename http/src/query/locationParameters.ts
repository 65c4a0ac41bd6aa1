import { type Issue, issue } from "@agenda-engine/core/domain/error/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { LocationQuery } from "@agenda-engine/core/query/location/LocationQuery"
import { booleanOptions, type ChoiceParameter, type Parameter, type RangeParameter } from "@agenda-engine/core/query/Parameter"
import * as Either from "effect/Either"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

const single = { aliases: [], many: false } as const

const state: ChoiceParameter<0 | 1> = {
  kind: "choice",
  name: "state",
  aliases: [],
  description: "1 for verified locations, 0 for the others.",
  absent: null,
  example: "1",
  many: true,
  options: [["0", 0], ["1", 1]]
}

const range = (name: string, what: string): RangeParameter => ({
  kind: "range",
  name,
  aliases: [],
  description: `Locations ${what} in the range. Several ranges are combined by OR.`,
  absent: null,
  example: "2024-06-01",
  many: true
})

const sort: ChoiceParameter<LocationQuery["sort"]> = {
  kind: "choice",
  name: "sort",
  aliases: ["order"],
  description: "The order of the list; names are compared ignoring case and accents. Ties are broken by uid.",
  absent: "createdAt.desc",
  example: "name.asc",
  many: false,
  options: (["name", "createdAt", "updatedAt"] as const).flatMap((key) =>
    (["asc", "desc"] as const).map((direction) => [`${key}.${direction}`, { key, direction }] as const)
  )
}

const detailed: ChoiceParameter<boolean> = {
  ...single,
  kind: "choice",
  name: "detailed",
  description: "1 adds `country`, the name of the country in several languages, and `geocoding`.",
  absent: "0",
  example: "1",
  options: booleanOptions
}

/** Parameters of a list of locations (wire.md §5, Locations). */
export const locationParameters = (limits: Limits) => ({
  search: {
    ...single,
    kind: "text",
    name: "search",
    description: "Words of the name, address or city. Inflected forms and parts of words match, too.",
    absent: null,
    example: "library"
  },
  state,
  createdAt: range("createdAt", "made"),
  updatedAt: range("updatedAt", "last changed"),
  sort,
  size: {
    ...single,
    kind: "integer",
    name: "size",
    min: 0,
    max: limits.locationsPage_max,
    description: "Maximum number of locations per page; 0 returns only the total.",
    absent: String(limits.locationsPage_default),
    example: "20"
  },
  from: {
    ...single,
    kind: "integer",
    name: "from",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description: "How many locations to skip. Cannot be combined with `after`.",
    absent: "0",
    example: "40"
  },
  after: {
    ...single,
    kind: "integer",
    name: "after",
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description:
      "The `after` of the previous response, with the same `sort`; returns the next page, and 0 the first. Refused when its location was removed, renamed or changed more than a day ago, or has been changed more than 200 times since.",
    absent: null,
    example: "7"
  },
  detailed
} as const satisfies Record<string, Parameter>)

/**
 * Parses a list of locations; fails with all issues of the query string (wire.md §5, Locations). `now`, in epoch
 * milliseconds, resolves `today`.
 */
export const readLocationQuery = (tree: QueryTree, now: number, limits: Limits): Either.Either<LocationQuery, ReadonlyArray<Issue>> => {
  const parameters = locationParameters(limits)
  const reader = new ParameterReader(tree, now)
  const search = reader.oneText(parameters.search)
  const state = reader.choices(parameters.state)
  const createdAt = reader.ranges(parameters.createdAt)
  const updatedAt = reader.ranges(parameters.updatedAt)
  const after = reader.oneInteger(parameters.after)
  const from = reader.oneInteger(parameters.from)
  if (after !== undefined && from !== undefined) {
    reader.issues.push(issue("parameter.invalid", "from", { message: "from and after cannot be combined", origin: String(from) }))
  }
  const query: LocationQuery = {
    ...(search === undefined ? {} : { search }),
    ...(state === undefined ? {} : { state }),
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(after === undefined || after === 0 ? {} : { after }),
    from: from ?? 0,
    sort: reader.choice(parameters.sort) ?? { key: "createdAt", direction: "desc" },
    size: reader.oneInteger(parameters.size) ?? limits.locationsPage_default,
    detailed: reader.choice(parameters.detailed) ?? false
  }
  return reader.issues.length === 0 ? Either.right(query) : Either.left(reader.issues)
}
