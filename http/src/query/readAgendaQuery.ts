import type { Issue } from "@agenda-engine/core/domain/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { AgendaQuery } from "@agenda-engine/core/query/AgendaQuery"
import * as Either from "effect/Either"
import { agendaDetailed, agendaParameters } from "./agendaParameters.js"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

/** Reads what an agenda search was asked for, or every fault of the query string at once (wire.md §2). */
export const readAgendaQuery = (tree: QueryTree, limits: Limits): Either.Either<AgendaQuery, ReadonlyArray<Issue>> => {
  const parameters = agendaParameters(limits)
  const reader = new ParameterReader(tree, 0)
  const uid = reader.integers(parameters.uid)
  const slug = reader.text(parameters.slug)
  const official = reader.choice(parameters.official)
  const search = reader.oneText(parameters.search)
  const after = reader.integers(parameters.after)
  const query: AgendaQuery = {
    ...(uid === undefined ? {} : { uid }),
    ...(slug === undefined ? {} : { slug }),
    ...(official === undefined ? {} : { official }),
    ...(search === undefined ? {} : { search }),
    ...(after === undefined ? {} : { after }),
    size: reader.oneInteger(parameters.size) ?? limits.agendasPage_default
  }
  return reader.issues.length === 0 ? Either.right(query) : Either.left(reader.issues)
}

/** Reads whether a single agenda was asked for in detail. */
export const readAgendaDetailed = (tree: QueryTree): Either.Either<boolean, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, 0)
  const detailed = reader.choice(agendaDetailed) ?? false
  return reader.issues.length === 0 ? Either.right(detailed) : Either.left(reader.issues)
}
