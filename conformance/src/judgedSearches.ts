import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import type { IndexedEvent, IndexedLocation, PlanData } from "@agenda-engine/core/query/event/PlanData"
import { planSegments } from "@agenda-engine/core/query/event/planSegments"
import type { QueryPlan, SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
import { interpretPlan } from "@agenda-engine/core/query/interpret/interpretPlan"
import { readSearch } from "@agenda-engine/core/search/readSearch"
import { searchWords } from "@agenda-engine/core/search/tokenText"
import * as Effect from "effect/Effect"
import { indexJudged, type JudgedDocument, judgedDocuments, type JudgedPlace, judgedPlaces, textsOf } from "./judged/JudgedDocument.js"
import { judgedQueries } from "./judged/JudgedQuery.js"
import { noon, sampleAgenda, sampleEvent, sampleLocation } from "./testing/SampleRecords.js"

const locationOf = (place: JudgedPlace): IndexedLocation => sampleLocation(place.id, 1, textsOf(place))

const eventOf = (judged: JudgedDocument): IndexedEvent =>
  sampleEvent(judged.id, {
    state: judged.id % 4 === 0 ? 1 : 2,
    locationUid: judged.place ?? null,
    search: indexJudged(judged).document
  })

const data: PlanData = {
  agendas: [sampleAgenda(1)],
  tombstones: [],
  locations: judgedPlaces.map(locationOf),
  events: judgedDocuments.map(eventOf)
}

/** One to four words of an event, one behind the other, as words, with the last one begun, and as a phrase. */
const searchesIn = ({ description = {}, title }: JudgedDocument): ReadonlyArray<string> =>
  [...Object.values(title), ...Object.values(description)].flatMap((text) => {
    const words = searchWords(text)
    return [1, 2, 3, 4].flatMap((length) => {
      const said = words.slice(length - 1, 2 * length - 1).join(" ")
      return said === "" ? [] : [said, said.slice(0, -2), `"${said}"`]
    })
  })

/** One in so many is searched: no multiple of the three ways to say what it is of. */
const each = 127

/** Hundreds of searches: one in four judged ones, and such as are made of the words of the judged events. */
const searches: ReadonlyArray<string> = [
  ...new Set([
    ...judgedQueries.filter((_, index) => index % 4 === 0).map(({ search }) => search),
    ...judgedDocuments.flatMap(searchesIn).filter((_, index) => index % each === 0)
  ])
]

/**
 * Of what a search is asked: of events in these states, for scores from `least` on, a page of so many. `or`: what may
 * be found in its stead.
 */
interface Asked {
  readonly states: readonly [number, ...Array<number>]
  readonly least?: number
  readonly limit?: number
  readonly or?: string
}

/**
 * In turn, so that each kind of search is asked in each way; a single word in all of them, as it is found in a way of
 * its own.
 */
const ways: ReadonlyArray<Asked> = [
  { states: [2] },
  { states: [2], limit: 2 },
  { states: [2], limit: 1, least: 4, or: "concert" },
  { states: [2, 1] },
  { states: [1] },
  { states: [2], limit: 3, or: "marché" },
  { states: [2], least: 9 }
]

const planOf = (search: string, { least = 0, limit = 1_000, or, states }: Asked): ReadonlyArray<QueryPlan> => {
  const reading = readSearch(or === undefined ? [search] : [search, or])
  return reading._tag !== "Search" ? [] : [{
    scope: { _tag: "Agenda", agendaUid: 1 },
    audience: "public",
    asOf: noon,
    shownAt: noon,
    live: [{ _tag: "State", in: states }, { _tag: "Search", search: reading.plan, least }],
    removed: null,
    segments: planSegments(EventQuery.make(), ["score"]),
    start: { _tag: "Skip", count: 0 },
    limit,
    bodies: false,
    locations: false,
    tallies: []
  }]
}

const isWord = (search: string): boolean => !/[\s"]/.test(search)

const asked = searches.flatMap((search, index) =>
  ways.filter((_, way) => way === index % ways.length || isWord(search)).flatMap((way) => planOf(search, way)).map((plan) => ({
    plan,
    search
  }))
)

const fill: Effect.Effect<void, StoreError, Stores> = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const events = yield* EventStore
  const locations = yield* LocationStore
  const { run } = yield* Transaction
  yield* run(Effect.all([
    Effect.forEach(data.agendas, agendas.put, { discard: true }),
    Effect.forEach(data.locations, ({ index, record }) => locations.put(record, index), { discard: true }),
    Effect.forEach(data.events, ({ index, record }) => events.put(record, index), { discard: true })
  ], { discard: true }))
})

const scoresOf = ({ hits, total }: SearchResult): string => JSON.stringify([total, hits.map(({ position }) => position)])

/**
 * Stores the judged events and searches them for words, beginnings and phrases of their own: how many searches were
 * made, how many of them found something, and those that did not find as many events, and the same with the same scores
 * in the same order, as `interpretPlan`.
 */
export const judgedSearches: Effect.Effect<
  { readonly asked: number; readonly found: number; readonly different: ReadonlyArray<string> },
  StoreError,
  Stores
> = Effect.gen(function*() {
  yield* fill
  const searches = yield* EventSearch
  const compared = yield* Effect.forEach(
    asked,
    ({ plan, search }) =>
      Effect.map(searches.search(plan), (answer) => ({
        search,
        found: answer.total > 0,
        isSame: scoresOf(answer) === scoresOf(interpretPlan(plan, data))
      }))
  )
  return {
    asked: compared.length,
    found: compared.filter(({ found }) => found).length,
    different: compared.flatMap(({ isSame, search }) => isSame ? [] : [search])
  }
})
