import type { PlanStart, QueryPlan, SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectEqual } from "../../expect.js"
import { fill, searches, type World } from "../../storeCalls.js"
import { interval, sampleAgenda, sampleLocation } from "../../testing/SampleRecords.js"
import { hitUids, startAfter } from "../plans.js"
import { expectMeaning, search } from "./searchCase.js"
import { clause, event, filtered, foundInOrder, nearly, weighted, wide } from "./textWorld.js"

const inOrder = (
  id: string,
  title: string,
  given: Partial<World> & Pick<World, "events">,
  values: ReadonlyArray<string>,
  uids: ReadonlyArray<number>
): Case => search(`search.relevance.${id}`, clause, title, { given, plan: foundInOrder(values), uids })

/** An event in some days, or some days ago. */
const inDays = (uid: number, days: number, texts: Parameters<typeof event>[1]) => event(uid, texts, { at: [interval(24 * days)] })

/** Events of every score of a word, each typed and in another form, before and after now. Some have it twice. */
const many = {
  locations: [
    sampleLocation(1, 1, { name: "Bals", adminLevel4: "Brest" }),
    sampleLocation(2, 1, { name: "Le bal", address: "rue du bal" })
  ],
  events: Array.from({ length: 40 }, (_, index) => {
    const uid = index + 1
    const word = index % 2 === 0 ? "bal" : "bals"
    const day = (index * 7) % 11 - 5
    const at = (index % 3 === 0 ? [day, day + 1, day + 2] : [day]).map((one) => interval(24 * one))
    const title = index % 16 === 0 ? "bal bal" : word
    const texts =
      [{ title: { fr: title } }, { keywords: { fr: [word] } }, { description: { fr: word } }, { longDescription: { fr: word } }][
        Math.floor(index / 2) % 4
      ] ?? {}
    return event(uid, texts, { at, locationUid: index % 10 === 3 ? 1 : index % 10 === 4 ? 2 : null })
  })
}

/** For each part, many events with the word as it is typed, one with another form, and all of them at one time. */
const equals = {
  locations: [],
  events: [
    (word: string) => ({ title: { fr: word } }),
    (word: string) => ({ keywords: { fr: [word] } }),
    (word: string) => ({ description: { fr: word } }),
    (word: string) => ({ longDescription: { fr: word } })
  ].flatMap((textsOf, part) =>
    Array.from({ length: 6 }, (_, index) => event(10 * part + index + 1, textsOf(index === 2 ? "bals" : "bal"), { at: [interval(24)] }))
  )
}

/** Events with a word, two of them with too many others for an index entry. */
const widely = {
  events: [
    event(1, { title: { fr: "bals" }, longDescription: { br: wide("jazz") } }),
    event(2, { title: { fr: "bal" }, longDescription: { br: wide("jazz") } }),
    event(3, { title: { fr: "bals" } })
  ]
}

/** An event for each part that may have the word. */
const partly = {
  locations: [sampleLocation(1, 1, { name: "Le bal" }), sampleLocation(2, 1, { name: "Le port", address: "rue du bal" })],
  events: [
    event(1, { title: { fr: "Bal" } }),
    event(2, { title: { fr: "Fête" }, description: { fr: "Un petit bal" } }),
    event(3, { title: { fr: "Fête" } }, { locationUid: 2 }),
    event(4, { title: { fr: "Fête" } }),
    event(5, { title: { fr: "Fête" } }, { locationUid: 1 })
  ]
}

const walk = (first: QueryPlan) =>
  Effect.gen(function*() {
    const walked: Array<number> = []
    let next: PlanStart | null = first.start
    while (next !== null) {
      const start: PlanStart = next
      const answer: SearchResult = yield* searches((store) => store.search({ ...first, start }))
      walked.push(...hitUids(answer))
      next = startAfter(answer)
    }
    return walked
  })

/** Demands that the pages of each of these sizes have the events of the whole answer in its order. */
const expectPages = (
  what: string,
  given: Pick<World, "locations" | "events">,
  planOf: (limit: number) => QueryPlan,
  limits: ReadonlyArray<number>
) =>
  Effect.gen(function*() {
    const whole = planOf(100)
    yield* expectMeaning(what, whole, { agendas: [sampleAgenda(1)], tombstones: [], ...given })
    const uids = hitUids(yield* searches((store) => store.search(whole)))
    for (const limit of limits) yield* expectEqual(`${what} by ${limit}`, yield* walk(planOf(limit)), uids)
  })

/** The demands on the order of events of equal score. */
export const relevanceCases: ReadonlyArray<Case> = [
  inOrder(
    "accents",
    "of equal scores, a word with the typed accents comes before one that only folds equal",
    {
      events: [event(1, { title: { fr: "Celle qui marche" } }), event(2, { title: { fr: "Le marché" } })]
    },
    ["marché"],
    [2, 1]
  ),
  inOrder(
    "forms",
    "of equal scores, a word in the typed form comes before one with an equal stem",
    {
      events: [event(1, { title: { fr: "Les bals" } }), event(2, { title: { fr: "Un bal" } }), event(3, { description: { fr: "Bal" } })]
    },
    ["bal"],
    [2, 1, 3]
  ),
  inOrder(
    "score-first",
    "a score is never outdone by the typed form",
    {
      events: [event(1, { keywords: { fr: ["bal"] } }), event(2, { title: { fr: "Bals" } })]
    },
    ["bal"],
    [2, 1]
  ),
  inOrder(
    "adjacent",
    "of equal scores, the words in their order come before scattered ones",
    {
      events: [event(1, { title: { fr: "Rock du port et jazz" } }), event(2, { title: { fr: "Jazz rock du port" } })]
    },
    ["jazz rock"],
    [2, 1]
  ),
  inOrder(
    "forms-of-several",
    "of equal scores, more words in the typed form come first, in title, keywords, name and city",
    {
      locations: [sampleLocation(1, 1, { name: "Le Port", adminLevel4: "Brest" }), sampleLocation(2, 1, { name: "Les Ports" })],
      events: [
        event(1, { title: { fr: "Bals" } }, { locationUid: 2 }),
        event(2, { title: { fr: "Bals" } }, { locationUid: 1 }),
        event(3, { title: { fr: "Bal" } }, { locationUid: 1 })
      ]
    },
    ["bal port"],
    [3, 2, 1]
  ),
  inOrder(
    "next",
    "of equals, what happens next comes first, then what ended last, then the smaller uid",
    {
      events: [-3, 4, -1, 2, 2].map((days, index) => inDays(index + 1, days, { title: { fr: "Bal" } }))
    },
    ["bal"],
    [4, 5, 2, 3, 1]
  ),
  inOrder(
    "alternatives",
    "of several searches the best score counts, and of equal scores the fit of all",
    {
      events: [event(1, { title: { fr: "Bals" } }), event(2, { title: { fr: "Concert" } }), event(3, { title: { fr: "Bal, concert" } })]
    },
    ["bal", "concert"],
    [3, 2, 1]
  ),
  inOrder(
    "wide",
    "an event with more words than an index entry can hold is ordered like others",
    widely,
    ["bal"],
    [2, 1, 3]
  ),
  search("search.relevance.wide-filtered", clause, "such an event is ordered like others where the search has a filter", {
    given: { locations: [], ...widely },
    plan: filtered(foundInOrder(["bal"]), { _tag: "LocationUid", in: [], orNone: true }),
    uids: [2, 1, 3]
  }),
  search("search.relevance.weights", clause, "the weights of the plan decide the score", {
    given: partly,
    plan: weighted(foundInOrder(["bal", '"petit bal"']), { title: 2, place: 64, description: 32 }),
    uids: [2, 5, 1, 3]
  }),
  search("search.relevance.unsearched-part", clause, "a part of weight 0 is not searched", {
    given: partly,
    plan: weighted(foundInOrder(["bal", '"petit bal"']), { title: 0, area: 0 }),
    uids: [2, 5]
  }),
  search("search.relevance.near", clause, "a word scores 1 in any part that has a word near it, and more where it is itself", {
    given: partly,
    plan: nearly(foundInOrder(["fete", "port"]), "bal"),
    uids: [3, 2, 4, 5, 1]
  }),
  search("search.relevance.near-of-several", clause, "an event that has a word near each of several words is found", {
    given: partly,
    plan: nearly(foundInOrder(["fete port", "fete zzz yyy xxx"]), "bal"),
    uids: [3, 2, 5, 1]
  }),
  demand(
    "search.relevance.walk",
    "wire.md §6, Cursor",
    "pages of any size in the order of search results return every match once, in the order of one page"
  )(function*() {
    yield* fill({ agendas: [sampleAgenda(1)], ...many })
    for (const values of [["bal"], ["bal bal"], ["bal brest"], ["bal", "brest"], ['"bal"'], ["ba"]]) {
      yield* expectPages(values.join(), many, (limit) => foundInOrder(values, { limit }), [1, 3, 7])
    }
    const weights = { title: 4, place: 32, area: 0 }
    yield* expectPages("weighted", many, (limit) => weighted(foundInOrder(["bal"], { limit }), weights), [7])
  }),
  demand(
    "search.relevance.small-pages",
    "wire.md §6, Cursor",
    "pages that are smaller than the number of events of equal score and fit return every match once, in the order of one page"
  )(function*() {
    yield* fill({ agendas: [sampleAgenda(1)], ...equals })
    for (const values of [["bal"], ["bal", "jazz"]]) {
      yield* expectPages(values.join(), equals, (limit) => foundInOrder(values, { limit }), [1, 2, 3])
    }
  })
]
