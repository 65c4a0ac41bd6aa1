import type { Issue } from "@agenda-engine/core/domain/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { AgendaQuery } from "@agenda-engine/core/query/AgendaQuery"
import type { AgendaView } from "@agenda-engine/core/query/AgendaView"
import * as Either from "effect/Either"
import { agendaParameters, singleAgendaParameters } from "./agendaParameters.js"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

/**
 * Parses an agenda search; fails with all issues of the query string (wire.md §2). `now`, in epoch milliseconds,
 * resolves `today`.
 */
export const readAgendaQuery = (tree: QueryTree, now: number, limits: Limits): Either.Either<AgendaQuery, ReadonlyArray<Issue>> => {
  const parameters = agendaParameters(limits)
  const reader = new ParameterReader(tree, now)
  const uid = reader.integers(parameters.uid)
  const slug = reader.text(parameters.slug)
  const official = reader.choice(parameters.official)
  const network = reader.integers(parameters.network)
  const locationSet = reader.integers(parameters.locationSet)
  const updatedAt = reader.ranges(parameters.updatedAt)
  const search = reader.oneText(parameters.search)
  const sort = reader.choice(parameters.sort)
  const fields = reader.choices(parameters.includeFields)
  const after = reader.integers(parameters.after)
  const query: AgendaQuery = {
    ...(uid === undefined ? {} : { uid }),
    ...(slug === undefined ? {} : { slug }),
    ...(official === undefined ? {} : { official }),
    ...(network === undefined ? {} : { network }),
    ...(locationSet === undefined ? {} : { locationSet }),
    ...(updatedAt === undefined ? {} : { updatedAt }),
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
    ...(fields === undefined ? {} : { fields }),
    ...(after === undefined ? {} : { after }),
    size: reader.oneInteger(parameters.size) ?? limits.agendasPage_default
  }
  return reader.issues.length === 0 ? Either.right(query) : Either.left(reader.issues)
}

/** Parses the content parameters of one agenda; fails with all issues of the query string. */
export const readAgendaView = (tree: QueryTree): Either.Either<AgendaView, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, 0)
  const detailed = reader.choice(singleAgendaParameters.detailed) ?? false
  const fields = reader.choices(singleAgendaParameters.includeFields)
  const view: AgendaView = { detailed, ...(fields === undefined ? {} : { fields }) }
  return reader.issues.length === 0 ? Either.right(view) : Either.left(reader.issues)
}
