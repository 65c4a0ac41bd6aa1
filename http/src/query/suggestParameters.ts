import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Parameter } from "@agenda-engine/core/query/Parameter"
import * as Either from "effect/Either"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

/** The number of suggestions by default, and at most. */
const suggestions_default = 8
const suggestions_max = 20

/** Parameters of suggestions. */
export const suggestParameters = {
  q: {
    kind: "text",
    name: "q",
    aliases: [],
    description: "The search as far as it is typed. Without words there are no suggestions.",
    absent: null,
    example: "concert d",
    many: false
  },
  size: {
    kind: "integer",
    name: "size",
    aliases: [],
    min: 1,
    max: suggestions_max,
    description: "Maximum number of suggestions.",
    absent: String(suggestions_default),
    example: "8",
    many: false
  }
} as const satisfies Record<string, Parameter>

/** Parses the parameters of suggestions; fails with all issues of the query string. */
export const readSuggest = (
  tree: QueryTree
): Either.Either<{ readonly search: string; readonly size: number }, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, 0)
  const search = reader.oneText(suggestParameters.q) ?? ""
  const size = reader.oneInteger(suggestParameters.size) ?? suggestions_default
  return reader.issues.length === 0 ? Either.right({ search, size }) : Either.left(reader.issues)
}
