import type { JsonObject } from "../../domain/text/Json.js"
import { isLanguageRange } from "../../domain/text/languageTag.js"
import type { Count, TallyAnswer } from "../../query/event/Tally.js"
import { presentViewport } from "./presentFacet.js"
import { rankCounts } from "./rankCounts.js"

/** The data of a summary: tallies of the published events of an agenda. An undefined tally counts as empty. */
export interface SummaryCounts {
  readonly keywords: TallyAnswer | undefined
  /** Counts by `Relative`. */
  readonly relative: TallyAnswer | undefined
  readonly languages: TallyAnswer | undefined
  readonly places: TallyAnswer | undefined
  /** Number of events first published within the last 30 days. */
  readonly added: number
}

const keywords_max = 20

const countsOf = (tally: TallyAnswer | undefined): ReadonlyArray<Count> => tally?._tag === "Counts" ? tally.counts : []

/**
 * The summary of an agenda (wire.md §5, Agenda).
 *
 * - `keywords`: at most 20, most frequent first.
 * - `languages`: number of events per language.
 * - `recentlyAddedEvents`: number of events first published in the last 30 days, by origin as in the public API; all
 *   events of this engine are contributions.
 * - `viewport`: smallest box around the locations; null when no location has coordinates.
 */
export const presentSummary = ({ added, keywords, languages, places, relative }: SummaryCounts): JsonObject => {
  const relativeCount = (name: string) => countsOf(relative).find(({ value }) => value === name)?.count ?? 0
  return {
    keywords: rankCounts(countsOf(keywords), keywords_max).ranked.map(({ shown }) => shown),
    publishedEvents: { current: relativeCount("current"), passed: relativeCount("passed"), upcoming: relativeCount("upcoming") },
    languages: Object.fromEntries(
      rankCounts(countsOf(languages).filter(({ spelling }) => !isLanguageRange(spelling)), Number.POSITIVE_INFINITY).ranked.map((
        { count, shown }
      ) => [shown, count])
    ),
    recentlyAddedEvents: { contribution: added, shared: 0, aggregation: 0 },
    viewport: presentViewport(places?._tag === "Points" ? places.points : [])
  }
}
