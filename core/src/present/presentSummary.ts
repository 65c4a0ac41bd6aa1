import type { JsonObject } from "../domain/Json.js"
import { isLanguageRange } from "../domain/languageRange.js"
import type { Count, TallyAnswer } from "../query/Tally.js"
import { presentViewport } from "./presentViewport.js"
import { rankCounts } from "./rankCounts.js"

/** What a summary is made of: the tallies of an agenda's published events. One that is absent counts nothing. */
export interface SummaryCounts {
  readonly keywords: TallyAnswer | undefined
  /** By where they stand in time. */
  readonly relative: TallyAnswer | undefined
  readonly languages: TallyAnswer | undefined
  readonly places: TallyAnswer | undefined
  /** How many were first published within the last 30 days. */
  readonly added: number
}

const keywords_max = 20

const countsOf = (tally: TallyAnswer | undefined): ReadonlyArray<Count> => tally?._tag === "Counts" ? tally.counts : []

/**
 * The summary of an agenda (wire.md §5, Agenda). `keywords`: at most 20, the most used first. `languages`: how many events are written in
 * each. `recentlyAddedEvents`: how many were first published in the last 30 days, by how they came, as clients of the public API read it;
 * all of ours are contributions. `viewport`: the smallest box around their places, null where no place says where it is.
 */
export const presentSummary = ({ added, keywords, languages, places, relative }: SummaryCounts): JsonObject => {
  const standing = (name: string) => countsOf(relative).find(({ value }) => value === name)?.count ?? 0
  return {
    keywords: rankCounts(countsOf(keywords), keywords_max).ranked.map(({ shown }) => shown),
    publishedEvents: { current: standing("current"), passed: standing("passed"), upcoming: standing("upcoming") },
    languages: Object.fromEntries(
      rankCounts(countsOf(languages).filter(({ spelling }) => !isLanguageRange(spelling)), Number.POSITIVE_INFINITY).ranked.map((
        { count, shown }
      ) => [shown, count])
    ),
    recentlyAddedEvents: { contribution: added, shared: 0, aggregation: 0 },
    viewport: presentViewport(places?._tag === "Points" ? places.points : [])
  }
}
