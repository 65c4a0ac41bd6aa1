import type { Issue } from "@agenda-engine/core/domain/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { MemberPageQuery } from "@agenda-engine/core/query/MemberPageQuery"
import * as Either from "effect/Either"
import { memberParameters } from "./memberParameters.js"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

/** Reads which page of members is asked for, or every fault of the query string at once (service.md, list members). */
export const readMemberPageQuery = (tree: QueryTree, limits: Limits): Either.Either<MemberPageQuery, ReadonlyArray<Issue>> => {
  const parameters = memberParameters(limits)
  const reader = new ParameterReader(tree, 0)
  const limit = reader.oneInteger(parameters.limit) ?? limits.membersPage_default
  const after = reader.oneInteger(parameters.after)
  return reader.issues.length === 0 ? Either.right({ limit, ...(after === undefined ? {} : { after }) }) : Either.left(reader.issues)
}
