import * as DateTime from "effect/DateTime"
import { choiceField, markedWords } from "../data/skewedEvents.js"

const minute_ms = 60_000
const day_ms = 1_440 * minute_ms

const iso = (instant: number): string => DateTime.formatIso(DateTime.unsafeMake(instant))

/** A box that differs each time, around all that there is. */
const box = (index: number): string =>
  `geo[southWest][lat]=${35 + index / 10_000}&geo[southWest][lng]=-5&geo[northEast][lat]=55&geo[northEast][lng]=10`

/** What is known of some events of the agenda that is counted. */
export interface KnownEvents {
  readonly uids: ReadonlyArray<number>
  readonly slugs: ReadonlyArray<string>
  readonly locationUids: ReadonlyArray<number>
}

const farOff = DateTime.toEpochMillis(DateTime.unsafeMake("2040-01-01T00:00:00Z"))
const longAgo = DateTime.toEpochMillis(DateTime.unsafeMake("2000-01-01T00:00:00Z"))

const instantIn = (since: string): number => DateTime.toEpochMillis(DateTime.unsafeMake(since.slice(since.indexOf("=") + 1)))

const updatedSince = (index: number): string => `updatedAt[gte]=${iso(longAgo + index * minute_ms)}`

const chosen_values = 20

const someOf = (name: string, values: ReadonlyArray<string | number>, index: number): string =>
  Array.from({ length: chosen_values }, (_, position) => `${name}[]=${values[(index + position * 7) % values.length] ?? 0}`).join("&")

/** A search for a word, or for a phrase that nobody has said before and no event holds: the same events each time. */
export const searchAnew = (word: string, index: number): string => `search[]=${word}&search[]=%22nulle${index}%22`

/** A filter whose totals are asked for. */
export interface CountedFilter {
  readonly name: string
  /** Lets everything through, or nearly: of others, some events have to pass and some not. */
  readonly passesAll?: true
  readonly write: (index: number, since: string, known: KnownEvents) => string
}

/** Each filter that there is, most with a window that differs each time, so that no total is known from before. */
export const countedFilters: ReadonlyArray<CountedFilter> = [
  { name: "window", write: (_, since) => since },
  { name: "window of two ends", write: (index, since) => `${since}&timings[lte]=${iso(farOff + index * minute_ms)}` },
  {
    name: "window of a month",
    write: (index, since) => `${since}&timings[lte]=${iso(instantIn(since) + (30 + index % 5) * day_ms)}`
  },
  {
    name: "updated",
    passesAll: true,
    write: (index) => updatedSince(index)
  },
  {
    name: "updated, two ends",
    passesAll: true,
    write: (index) => `${updatedSince(index)}&updatedAt[lte]=${iso(farOff)}`
  },
  {
    name: "updated or removed",
    passesAll: true,
    write: (index) => `removed=null&${updatedSince(index)}`
  },
  { name: "city", write: (_, since) => `adminLevel4=Nantes&${since}` },
  { name: "department", write: (_, since) => `adminLevel2=Bretagne%201&${since}` },
  { name: "region", write: (_, since) => `adminLevel1=Bretagne&${since}` },
  { name: "place", write: (index, since, { locationUids }) => `${someOf("locationUid", locationUids, index)}&${since}` },
  { name: "box", passesAll: true, write: box },
  { name: "keyword", write: (index, since) => `keyword=mot%20${1 + index % 12}&${since}` },
  { name: "two keywords", write: (index, since) => `keyword[]=mot%20${1 + index % 3}&keyword[]=mot%20${4 + index % 3}&${since}` },
  { name: "search", write: (index) => searchAnew(markedWords.medium.word, index) },
  { name: "featured", write: (_, since) => `featured=1&${since}` },
  { name: "passed", write: (_, since) => `relative[]=passed&${since}` },
  { name: "upcoming", write: (_, since) => `relative[]=upcoming&${since}` },
  { name: "current", write: (_, since) => `relative[]=current&${since}` },
  { name: "state", write: (_, since) => `state[]=2&${since}` },
  { name: "status", write: (_, since) => `status=1&${since}` },
  { name: "accessibility", write: (_, since) => `accessibility=hi&${since}` },
  { name: "age", write: (index, since) => `age[gte]=${index % 12}&age[lte]=${13 + index % 80}&${since}` },
  { name: "uid", write: (index, since, { uids }) => `${someOf("uid", uids, index)}&${since}` },
  { name: "slug", write: (index, since, { slugs }) => `${someOf("slug", slugs, index)}&${since}` },
  { name: "choice", write: (index, since) => `${choiceField.code}=${1 + index % choiceField.options}&${since}` }
]
