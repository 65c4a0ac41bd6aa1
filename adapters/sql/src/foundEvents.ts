import type { QueryPlan, Segment } from "@agenda-engine/core/query/QueryPlan"
import type { Fragment } from "@effect/sql/Statement"
import { bestFound } from "./bestFound.js"
import { compileSearch, groupsOf } from "./compileSearch.js"
import type { Words } from "./isOneOf.js"
import { type Part, publishedState, searchOf } from "./partsOf.js"

/** Events `e` of which a search alone says all that is asked, by their terms: none of them is looked up. */
export interface FoundEvents {
  /** All of them, with the columns `uid`, `agenda_uid` and `score`: to be put behind `FROM`. */
  readonly all: () => Fragment
  /** How many they are: a `SELECT`. */
  readonly count: () => Fragment
  /** Among others the first of them by score, and then by uid, so many, as `all`. Null: these are found no sooner than all. */
  readonly first: ((limit: number) => Fragment) | null
}

/** The published events of an agenda that a search finds. Null where a plan has no search, or asks something of events that only they tell. */
export const foundEvents = (
  words: Words,
  plan: QueryPlan,
  { featured, half }: Pick<Segment, "featured" | "half">,
  { conditions, state }: Part
): FoundEvents | null => {
  const { sql } = words
  const { scope } = plan
  const search = searchOf(plan)
  if (search === null || scope._tag !== "Agenda" || state !== publishedState) return null
  if (conditions.length > 0 || featured !== null || half !== null) return null
  const events = (scored: Fragment): Fragment =>
    sql`(SELECT uid, CAST(${scope.agendaUid} AS bigint) AS agenda_uid, score FROM ${scored} m) e`
  const found = () => compileSearch(words, scope, state, search)
  const best = bestFound(words, groupsOf(scope, state), search)
  return {
    all: () => events(found()),
    count: best?.count ?? (() => sql`SELECT count(*) FROM ${found()} m`),
    first: best === null ? null : (limit) => events(best.first(limit))
  }
}
