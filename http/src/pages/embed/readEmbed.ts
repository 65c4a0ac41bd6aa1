import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Limits } from "@agenda-engine/core/domain/Limits"
import type { FormedParameter } from "@agenda-engine/core/query/Parameter"
import * as Either from "effect/Either"
import * as Struct from "effect/Struct"
import { isTheme } from "../../HttpSettings.js"
import { eventParameters } from "../../query/eventParameters.js"
import { ParameterReader } from "../../query/ParameterReader.js"
import { parameterOf, type QueryTree } from "../../query/parseQueryString.js"
import { readEventQuery } from "../../query/readEventQuery.js"
import type { Selection } from "../listAgenda.js"
import type { Embed } from "../PageContext.js"

const theme: FormedParameter<string> = {
  kind: "formed",
  name: "theme",
  aliases: [],
  many: false,
  takes: "CSS custom properties, such as --agenda-accent:#b00020;--agenda-radius:0",
  read: (text) => isTheme(text) ? text : undefined,
  description: "Custom properties of the style.",
  absent: null,
  example: "--agenda-accent:#b00020"
}

/** Parameters of an embed that are not filters; credentials are never kept. */
const ownNames = ["search", "month", "page", "lang", "theme", "key"] as const

const isOwn = (key: string): boolean => ownNames.some((own) => own === parameterOf(key))

/**
 * Parses the theme and the filters of an embed: those of lists (wire.md §6), without search. `queryString` is what
 * `tree` was parsed from. Fails with every issue.
 */
export const readEmbed = (
  tree: QueryTree,
  queryString: string,
  { limits, now }: { readonly limits: Limits; readonly now: number }
): Either.Either<{ readonly embed: Embed; readonly selection: Selection }, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, now)
  const themed = reader.oneFormed(theme) ?? null
  const { faults = [], filter } = readEventQuery(Struct.omit(tree, ...ownNames), now, eventParameters(limits), limits)
  const issues = [...reader.issues, ...faults]
  if (issues.length > 0) return Either.left(issues)
  const filters = [...new URLSearchParams(queryString)].filter(([key]) => !isOwn(key))
  return Either.right({ embed: { filters, theme: themed }, selection: { filter } })
}
