import * as Either from "effect/Either"
import { foldWords } from "../domain/foldWords.js"
import { type Issue, issue } from "../domain/Issue.js"
import type { Limits } from "../domain/Limits.js"

/** The words of a search of agendas or locations, folded, each once. Without a search there are none. */
export const readWords = (
  search: string | undefined,
  { searchWords_max: max }: Limits
): Either.Either<ReadonlyArray<string>, ReadonlyArray<Issue>> => {
  const words = [...new Set(search === undefined ? [] : foldWords(search))]
  return words.length <= max
    ? Either.right(words)
    : Either.left([issue("parameter.invalid", "search", { message: `a search takes at most ${max} different words`, info: { max } })])
}
