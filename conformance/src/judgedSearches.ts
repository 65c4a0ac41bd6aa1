import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import { AgendaStore } from "@agenda-engine/core/ports/AgendaStore"
import { EventStore } from "@agenda-engine/core/ports/EventStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Transaction } from "@agenda-engine/core/ports/Transaction"
import { interpretPlan } from "@agenda-engine/core/query/interpretPlan"
import type { IndexedEvent, IndexedLocation, PlanData } from "@agenda-engine/core/query/PlanData"
import type { QueryPlan, SearchAnswer } from "@agenda-engine/core/query/QueryPlan"
import { noon, sampleAgenda, sampleEvent, sampleLocation } from "@agenda-engine/core/testing/SampleRecords"
import { indexJudged, type JudgedDocument } from "@agenda-engine/core/text/judged/JudgedDocument"
import { judgedDocuments } from "@agenda-engine/core/text/judged/judgedDocuments"
import { judgedQueries } from "@agenda-engine/core/text/judged/judgedQueries"
import { moreJudgedDocuments } from "@agenda-engine/core/text/judged/moreJudgedDocuments"
import { readSearch } from "@agenda-engine/core/text/readSearch"
import { searchWords } from "@agenda-engine/core/text/searchWords"
import * as Effect from "effect/Effect"

const documents = [...judgedDocuments, ...moreJudgedDocuments]

const locationOf = ({ id, place }: JudgedDocument): ReadonlyArray<IndexedLocation> =>
  place === undefined ? [] : [sampleLocation(id, 1, { name: place[0], adminLevel4: place[1] })]

const eventOf = (judged: JudgedDocument): IndexedEvent =>
  sampleEvent(judged.id, { locationUid: judged.place === undefined ? null : judged.id, search: indexJudged(judged).document })

const data: PlanData = {
  agendas: [sampleAgenda(1)],
  tombstones: [],
  locations: documents.flatMap(locationOf),
  events: documents.map(eventOf)
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

/** A few hundred searches: the judged ones, and such as are made of the words of the judged events. */
const searches: ReadonlyArray<string> = [
  ...new Set([
    ...judgedQueries.map(({ search }) => search),
    ...documents.flatMap(searchesIn).filter((_, place) => place % 12 === 0)
  ])
]

const planOf = (search: string): ReadonlyArray<QueryPlan> => {
  const reading = readSearch([search])
  return reading._tag !== "Search" ? [] : [{
    scope: { _tag: "Agenda", agendaUid: 1 },
    audience: "public",
    asOf: noon,
    shownAt: noon,
    live: [{ _tag: "State", in: [2] }, { _tag: "Search", search: reading.plan, least: 0 }],
    removed: null,
    segments: [{ source: "live", featured: null, half: null, order: [{ key: "score", direction: "desc" }] }],
    start: { _tag: "Skip", count: 0 },
    limit: 1_000,
    bodies: false,
    locations: false,
    tallies: []
  }]
}

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

const scoresOf = ({ hits }: SearchAnswer): string => JSON.stringify(hits.map(({ position }) => position))

/**
 * Stores the judged events and searches them for words, beginnings and phrases of their own: how many searches were made, how many of them found
 * something, and those that did not find the same events with the same scores in the same order as `interpretPlan`.
 */
export const judgedSearches: Effect.Effect<
  { readonly asked: number; readonly found: number; readonly different: ReadonlyArray<string> },
  StoreError,
  Stores
> = Effect.gen(function*() {
  yield* fill
  const events = yield* EventStore
  const compared = yield* Effect.forEach(
    searches.flatMap((search) => planOf(search).map((plan) => ({ plan, search }))),
    ({ plan, search }) =>
      Effect.map(events.search(plan), (answer) => ({
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
