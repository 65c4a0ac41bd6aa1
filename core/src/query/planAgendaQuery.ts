import * as Either from "effect/Either"
import { type Issue, issue } from "../domain/Issue.js"
import type { Limits } from "../domain/Limits.js"
import type { AgendaPlan } from "./AgendaPlan.js"
import type { AgendaQuery } from "./AgendaQuery.js"
import { readWords } from "./readWords.js"

/** Turns a search of agendas into a plan, or says that its `after` is none of this search's: `[uid]`, or `[score, uid]` by relevance. */
export const planAgendaQuery = (
  query: AgendaQuery,
  /** The only agendas the caller's key is for; null: all. */
  within: ReadonlyArray<number> | null,
  limits: Limits
): Either.Either<AgendaPlan, ReadonlyArray<Issue>> => {
  const read = readWords(query.search, limits)
  if (Either.isLeft(read)) return Either.left(read.left)
  const words = read.right
  const sort = words.length === 0 ? "uid" : "relevance"
  const after = query.after ?? null
  const [score, uid] = after === null ? [] : sort === "uid" ? [0, after[0]] : after
  if (after !== null && (after.length !== (sort === "uid" ? 1 : 2) || score === undefined || uid === undefined)) {
    return Either.left([issue("cursor.invalid", "after", { origin: after })])
  }
  const asked = query.uid ?? null
  return Either.right({
    uids: within === null ? asked : asked === null ? within : asked.filter((one) => within.includes(one)),
    slugs: query.slug ?? null,
    official: query.official ?? null,
    words,
    sort,
    after: score === undefined || uid === undefined ? null : { score, uid },
    limit: query.size
  })
}
