import { type Issue, issue } from "@agenda-engine/core/domain/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { LocationQuery } from "@agenda-engine/core/query/LocationQuery"
import * as Either from "effect/Either"
import { locationParameters } from "./locationParameters.js"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

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
    ...(after === undefined ? {} : { after }),
    from: from ?? 0,
    sort: reader.choice(parameters.sort) ?? { key: "createdAt", direction: "desc" },
    size: reader.oneInteger(parameters.size) ?? limits.locationsPage_default,
    detailed: reader.choice(parameters.detailed) ?? false
  }
  return reader.issues.length === 0 ? Either.right(query) : Either.left(reader.issues)
}
