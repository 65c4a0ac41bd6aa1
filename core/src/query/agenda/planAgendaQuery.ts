import * as Either from "effect/Either"
import { type Issue, issue } from "../../domain/error/Issue.js"
import type { Limits } from "../../domain/Limits.js"
import { type KeyWord, searchedKeys, searchedWords } from "../../search/wordKeys.js"
import { quarterHourAround } from "../event/Transitions.js"
import { decodeAgendaCursor } from "./AgendaCursor.js"
import type { AgendaOrder, AgendaPlan } from "./AgendaPlan.js"
import type { AgendaQuery, AgendaSort } from "./AgendaQuery.js"

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

/**
 * How long an event counts as recently added after its first publication: 30 days (wire.md §5, Agenda), in
 * milliseconds.
 */
const recently_ms = 30 * 86_400_000

/**
 * The inclusive range of first publication that counts as recently added at an instant. Bounds are aligned to quarters
 * of an hour, so that counts are stable within one and do not depend on the clock of the publisher.
 */
export const recentlyAdded = (at: number): { readonly gte: number; readonly lte: number } => {
  const { from, until } = quarterHourAround(at)
  return { gte: from - recently_ms, lte: until - 1 }
}

/** Request context of an agenda search. */
export interface AgendaPlanContext {
  /** The agendas that the caller's key is restricted to; null when unrestricted. */
  readonly within: ReadonlyArray<number> | null
  /** Epoch milliseconds. */
  readonly now: number
  readonly limits: Limits
}

const orders = { "createdAt.desc": "createdAt", "recentlyAddedEvents.desc": "recentlyAddedEvents" } as const satisfies Record<
  AgendaSort,
  AgendaOrder
>

/**
 * Plans an agenda search. Fails with `cursor.invalid` for a cursor of another search and `parameter.invalid` for too
 * many words.
 */
export const planAgendaQuery = (
  query: AgendaQuery,
  { limits, now, within }: AgendaPlanContext
): Either.Either<AgendaPlan, ReadonlyArray<Issue>> => {
  const read = readWords(query.search, limits)
  if (Either.isLeft(read)) return Either.left(read.left)
  const words = read.right
  const sort = query.sort === undefined ? query.search === undefined ? "uid" : "relevance" : orders[query.sort]
  const cursor = query.after === undefined ? null : decodeAgendaCursor(sort, query.after)
  if (query.after !== undefined && cursor === null) return Either.left([issue("cursor.invalid", "after", { origin: query.after })])
  const requested = words === null ? [] : query.uid ?? null
  return Either.right({
    uids: within === null ? requested : requested === null ? within : requested.filter((one) => within.includes(one)),
    slugs: query.slug ?? null,
    official: query.official ?? null,
    networkUids: query.network ?? null,
    locationSetUids: query.locationSet ?? null,
    updatedAt: query.updatedAt ?? null,
    words: words ?? [],
    sort,
    recent: recentlyAdded(cursor?.asOf ?? now),
    after: cursor?.place ?? null,
    limit: query.size
  })
}
