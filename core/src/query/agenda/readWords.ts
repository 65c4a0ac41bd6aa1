import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Limits } from "../../domain/Limits.js"
import { type KeyWord, searchedKeys, searchedWords } from "../../search/wordKeys.js"

/**
 * Parses the distinct words of an agenda or location search. Null: the search has no word and matches nothing.
 * Empty: there is no search, and everything matches. Fails with `parameter.invalid` for too many words.
 */
export const readWords = (
  search: string | undefined,
  { searchWords_max: max }: Limits
): Either.Either<ReadonlyArray<KeyWord> | null, ReadonlyArray<Issue>> => {
  if (search === undefined) return Either.right([])
  const words = searchedWords(search)
  if (words.length === 0) return Either.right(null)
  return words.length <= max
    ? Either.right(searchedKeys(search))
    : Either.left([issue("parameter.invalid", "search", { message: `a search takes at most ${max} different words`, info: { max } })])
}
