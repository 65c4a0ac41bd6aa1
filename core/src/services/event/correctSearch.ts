import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { TopicRevisions } from "../../ports/RevisionStore.js"
import { countedSegments } from "../../query/event/planSegments.js"
import type { QueryPlan } from "../../query/event/QueryPlan.js"
import type { VocabularyWord } from "../../record/VocabularyWord.js"
import { makePacer } from "../../schedule/timeSlices.js"
import { correctWords } from "../../search/correction/correctWords.js"
import { widenWords } from "../../search/correction/widenWords.js"
import type { SearchPlan } from "../../search/SearchPlan.js"
import type { SearchCache } from "./SearchCache.js"

/** The conditions that decide which events a caller may see. */
const kept: ReadonlySet<string> = new Set(["State", "Contributor", "EndsFrom"])

/**
 * A plan of the events that the caller may see and the search finds, with no filter but state and contributor. What it
 * finds tells nothing of events that the list would not show.
 */
const unfiltered = (plan: QueryPlan, search: SearchPlan): QueryPlan => ({
  ...plan,
  live: [
    ...(plan.live ?? []).filter(({ _tag }) => kept.has(_tag)),
    { _tag: "Search", search, least: 0 }
  ],
  removed: null,
  segments: countedSegments("without"),
  start: { _tag: "Skip", count: 0 },
  limit: 0,
  bodies: false,
  locations: false,
  tallies: []
})

/** Whether a list has other conditions than these, or a threshold. */
const isFiltered = ({ live, segments }: QueryPlan): boolean =>
  segments.some(({ endedFilter, featured }) => endedFilter !== null || featured !== null) ||
  (live ?? []).some((condition) => condition._tag === "Search" ? condition.least > 0 : !kept.has(condition._tag))

/**
 * Corrects the search of a plan that finds nothing (`correctWords`), or widens one that finds few events
 * (`widenWords`), by the words of the published events in its scope. Null when the search stays as it is: one that
 * finds events without the filters of the list is not corrected.
 */
export const correctSearch = Effect.fnUntraced(function*(
  cache: Context.Tag.Service<SearchCache>,
  plan: QueryPlan,
  found: number,
  revisions: TopicRevisions | null
) {
  const condition = plan.live?.find(({ _tag }) => _tag === "Search")
  if (condition?._tag !== "Search") return null
  const { search } = condition
  const { scope } = plan
  const pace = yield* makePacer
  const known = new Map<string, ReadonlyArray<VocabularyWord>>()
  const weighted = ({ alternatives }: SearchPlan): SearchPlan => ({ ...search, alternatives })
  const events = {
    count: (search: SearchPlan) => Effect.map(cache.search(unfiltered(plan, weighted(search)), revisions), ({ total }) => total),
    words: Effect.fnUntraced(function*(beginning: string) {
      // Words are compared after each call.
      yield* pace
      const words = known.get(beginning) ?? (yield* cache.words(scope, beginning, revisions))
      known.set(beginning, words)
      return words
    })
  }
  if (found === 0 && isFiltered(plan) && (yield* events.count(search)) > 0) return null
  const corrected = yield* found === 0 ? correctWords(search, events) : widenWords(search, events)
  return corrected === null ? null : { ...corrected, search: weighted(corrected.search) }
})
