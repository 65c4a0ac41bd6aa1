import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { MemberPageQuery, MembershipPageQuery } from "@agenda-engine/core/query/agenda/AgendaQuery"
import type { Parameter } from "@agenda-engine/core/query/Parameter"
import * as Either from "effect/Either"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

const single = { kind: "integer", aliases: [], max: Number.MAX_SAFE_INTEGER, many: false } as const

/** Parameters of a list of members (service.md, list members). */
export const memberParameters = (limits: Limits) => ({
  limit: {
    ...single,
    name: "limit",
    aliases: ["size"],
    min: 0,
    max: limits.membersPage_max,
    description: "Maximum number of items per page; 0 returns only the total.",
    absent: String(limits.membersPage_default),
    example: "20"
  },
  after: {
    ...single,
    name: "after",
    min: 0,
    description: "The `after` of the previous response; returns the next page.",
    absent: null,
    example: "7"
  }
} as const satisfies Record<string, Parameter>)

/** Parameters of a list of the caller's memberships. */
export const membershipParameters = (limits: Limits) => ({
  ...memberParameters(limits),
  from: {
    ...single,
    name: "from",
    min: 0,
    description: "How many to skip. Cannot be combined with `after`.",
    absent: "0",
    example: "20"
  }
} as const satisfies Record<string, Parameter>)

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
