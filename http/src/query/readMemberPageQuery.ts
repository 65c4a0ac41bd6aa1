import type { Issue } from "@agenda-engine/core/domain/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { MemberPageQuery, MembershipPageQuery } from "@agenda-engine/core/query/MemberPageQuery"
import * as Either from "effect/Either"
import { memberParameters, membershipParameters } from "./memberParameters.js"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

type Read<A> = Either.Either<A, ReadonlyArray<Issue>>

const readPage = (reader: ParameterReader, limits: Limits): MemberPageQuery => {
  const parameters = memberParameters(limits)
  const limit = reader.oneInteger(parameters.limit) ?? limits.membersPage_default
  const after = reader.oneInteger(parameters.after)
  return { limit, ...(after === undefined ? {} : { after }) }
}

/** Parses the page of a member list; fails with all issues of the query string (service.md, list members). */
export const readMemberPageQuery = (tree: QueryTree, limits: Limits): Read<MemberPageQuery> => {
  const reader = new ParameterReader(tree, 0)
  const query = readPage(reader, limits)
  return reader.issues.length === 0 ? Either.right(query) : Either.left(reader.issues)
}

/**
 * Parses the page of the caller's memberships; fails with all issues of the query string (wire.md §1, `/me/agendas`).
 */
export const readMembershipPageQuery = (tree: QueryTree, limits: Limits): Read<MembershipPageQuery> => {
  const reader = new ParameterReader(tree, 0)
  const query = readPage(reader, limits)
  const from = reader.oneInteger(membershipParameters(limits).from)
  if (query.after !== undefined && from !== undefined) reader.fault("from", "and after cannot be combined", String(from))
  return reader.issues.length === 0 ? Either.right({ ...query, ...(from === undefined ? {} : { from }) }) : Either.left(reader.issues)
}
