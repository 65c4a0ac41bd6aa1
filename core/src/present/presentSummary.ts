import type { JsonObject } from "../domain/Json.js"
import { compareCodePoints } from "../query/compareCodePoints.js"
import type { Count, PointCount, TallyAnswer } from "../query/Tally.js"

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

interface Spelled {
  readonly spelling: string
  readonly count: number
}

const mostOften = (left: Spelled, right: Spelled): number => right.count - left.count || compareCodePoints(left.spelling, right.spelling)

/** The values of some counts with how often they are there, most often first; each as it is spelled most often. */
const bySpelling = (tally: TallyAnswer | undefined): ReadonlyArray<Spelled> => {
  const groups = new Map<Count["value"], Spelled & { readonly most: Spelled }>()
  for (const { count, spelling, value } of countsOf(tally)) {
    const spelled = { spelling: spelling ?? String(value), count }
    const known = groups.get(value)
    const most = known === undefined || mostOften(spelled, known.most) < 0 ? spelled : known.most
    groups.set(value, { spelling: most.spelling, count: count + (known?.count ?? 0), most })
  }
  return [...groups.values()].sort(mostOften)
}

const viewportOf = (points: ReadonlyArray<PointCount>): JsonObject | null => {
  const [first, ...others] = points
  if (first === undefined) return null
  const box = others.reduce(({ east, north, south, west }, { latitude, longitude }) => ({
    north: Math.max(north, latitude),
    south: Math.min(south, latitude),
    east: Math.max(east, longitude),
    west: Math.min(west, longitude)
  }), { north: first.latitude, south: first.latitude, east: first.longitude, west: first.longitude })
  return {
    topLeft: { latitude: box.north, longitude: box.west },
    bottomRight: { latitude: box.south, longitude: box.east }
  }
}

/**
 * The summary of an agenda (wire.md §5, Agenda). `keywords`: at most 20, the most used first. `languages`: how many events are written in
 * each. `recentlyAddedEvents`: how many were first published in the last 30 days, by how they came, as clients of the public API read it;
 * all of ours are contributions. `viewport`: the smallest box around their places, null where no place says where it is.
 */
export const presentSummary = ({ added, keywords, languages, places, relative }: SummaryCounts): JsonObject => {
  const standing = (name: string) => countsOf(relative).find(({ value }) => value === name)?.count ?? 0
  return {
    keywords: bySpelling(keywords).slice(0, keywords_max).map(({ spelling }) => spelling),
    publishedEvents: { current: standing("current"), passed: standing("passed"), upcoming: standing("upcoming") },
    languages: Object.fromEntries(bySpelling(languages).map(({ count, spelling }) => [spelling, count])),
    recentlyAddedEvents: { contribution: added, shared: 0, aggregation: 0 },
    viewport: viewportOf(places?._tag === "Points" ? places.points : [])
  }
}
