import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import { languageTag } from "@agenda-engine/core/domain/text/languageTag"
import type { FormedParameter, Parameter } from "@agenda-engine/core/query/Parameter"
import * as Either from "effect/Either"
import { ParameterReader } from "./ParameterReader.js"
import type { QueryTree } from "./parseQueryString.js"

const lang: FormedParameter<string> = {
  kind: "formed",
  name: "lang",
  aliases: [],
  many: false,
  takes: "a language code, such as fr or pt-BR",
  read: languageTag,
  description: "The language of the texts, else the agenda's default, else the first available one.",
  absent: null,
  example: "fr"
}

/** Parameters of structured data (wire.md §8). */
export const structuredDataParameters = { lang } as const satisfies Record<string, Parameter>

/** Parses the languages of structured data, at most one; fails with all issues of the query string. */
export const readStructuredDataQuery = (tree: QueryTree): Either.Either<ReadonlyArray<string>, ReadonlyArray<Issue>> => {
  const reader = new ParameterReader(tree, 0)
  const asked = reader.oneFormed(structuredDataParameters.lang)
  return reader.issues.length === 0 ? Either.right(asked === undefined ? [] : [asked]) : Either.left(reader.issues)
}
