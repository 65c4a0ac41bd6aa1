import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { AgendaPlan } from "@agenda-engine/core/query/agenda/AgendaPlan"
import type { IndexedEvent } from "@agenda-engine/core/query/event/PlanData"
import { interpretAgendaPlan } from "@agenda-engine/core/query/interpret/interpretAgendaPlan"
import { day, noon, sampleAgenda, type SampleEvent, sampleEvent, sampleLocation } from "@agenda-engine/core/testing/SampleRecords"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../Case.js"
import { expectAnswer, expectEqual } from "../expect.js"
import { agendas, events, fill, locations, transact, type World, world } from "../storeCalls.js"

/** Two more than a search finds: agenda 4 is private, agenda 5 not indexed. */
const searched = [
  sampleAgenda(1, { titleFolded: "jazz in brest", networkUid: 3, createdAt: noon - 2 * day, updatedAt: noon - day }),
  sampleAgenda(2, { titleFolded: "jazzy brest", official: true, networkUid: 4, locationSetUid: 5, updatedAt: noon }),
  sampleAgenda(3, { titleFolded: "brest cinema", networkUid: 3, locationSetUid: 5, createdAt: noon }),
  sampleAgenda(4, { titleFolded: "jazz et brest", private: true }),
  sampleAgenda(5, { titleFolded: "jazz brest", indexed: false }),
  sampleAgenda(6, { titleFolded: "l ete jazz brest" }),
  sampleAgenda(8, { titleFolded: "brestois jazz" })
]

const published = (uid: number, agendaUid: number, given: SampleEvent = {}): IndexedEvent =>
  sampleEvent(uid, { agendaUid, keywords: [], publishedAt: noon - day, ...given })

const given: World = world({
  agendas: searched,
  locations: [
    sampleLocation(1, 1, { name: "Halle Sète", adminLevel1: "Occitanie", adminLevel4: "Sète" }),
    sampleLocation(2, 1, { name: "Kursaal", adminLevel4: "Ostende" })
  ],
  events: [
    published(1, 1, { keywords: ["Marché de Noël"], locationUid: 1 }),
    published(2, 1, { keywords: ["marché"], publishedAt: noon - 31 * day }),
    published(3, 2, { keywords: ["dansez"], publishedAt: noon - 30 * day }),
    published(4, 2, { publishedAt: noon }),
    published(5, 3, { keywords: ["marché"], state: 1, locationUid: 1 }),
    published(6, 3, { keywords: ["danse"], publishedAt: noon + 1 }),
    published(7, 4, { keywords: ["danse"], locationUid: 1 }),
    published(8, 8, { locationUid: 2, publishedAt: null }),
    published(9, 8, { keywords: ["jazz"], locationUid: 1, publishedAt: noon - 2 * day })
  ]
})

const everything: AgendaPlan = {
  uids: null,
  slugs: null,
  official: null,
  networkUids: null,
  locationSetUids: null,
  updatedAt: null,
  words: [],
  sort: "uid",
  recent: { gte: noon - 30 * day, lte: noon },
  after: null,
  limit: 20
}

/** Fails unless a store finds these agendas, in order, and answers as `interpretAgendaPlan` does over what it holds. */
const expectFound = (plan: Partial<AgendaPlan>, uids: ReadonlyArray<number>, held: World = given) =>
  Effect.gen(function*() {
    const asked = { ...everything, ...plan }
    const answer = yield* agendas((store) => store.search(asked))
    yield* expectEqual("the agendas found, in order", answer.agendas.map(({ agenda }) => agenda.uid), uids)
    yield* expectEqual("the whole answer", answer, interpretAgendaPlan(asked, held))
  })

/** Fails unless the pages of a search, each behind the one before, are the whole of it. */
const expectWalk = (plan: AgendaPlan) =>
  Effect.gen(function*() {
    const met: Array<number> = []
    let after = plan.after
    for (;;) {
      const page = yield* agendas((store) => store.search({ ...plan, after }))
      met.push(...page.agendas.map(({ agenda }) => agenda.uid))
      const last = page.agendas.at(-1)
      if (!page.more || last === undefined) break
      after = { key: last.key, uid: last.agenda.uid }
    }
    const whole = interpretAgendaPlan({ ...plan, limit: met.length + 1 }, given)
    yield* expectEqual(`the walk by ${plan.sort}, ${plan.limit} at a time`, met, whole.agendas.map(({ agenda }) => agenda.uid))
  })

const search = (id: string, clause: string, title: string, plan: Partial<AgendaPlan>, uids: ReadonlyArray<number>): Case =>
  demand(id, clause, title, Effect.zipRight(fill(given), expectFound(plan, uids)))

/** A case about the words of a filled store that a search finds after a change. */
const searchAfter = (
  id: string,
  title: string,
  change: Effect.Effect<unknown, unknown, Stores>,
  expected: ReadonlyArray<readonly [word: string, uids: ReadonlyArray<number>]>,
  held: Partial<World>
): Case =>
  demand(
    id,
    "AgendaPlan",
    title,
    Effect.gen(function*() {
      yield* fill(given)
      yield* change
      yield* Effect.forEach(expected, ([word, uids]) => expectFound({ words: [word] }, uids, { ...given, ...held }), { discard: true })
    })
  )

const without = (uid: number): ReadonlyArray<IndexedEvent> => given.events.filter(({ record }) => record.uid !== uid)

const putEvent = ({ index, record }: IndexedEvent) => transact(events((store) => store.put(record, index)))
const withdrawn = published(1, 1, { keywords: ["Marché de Noël"], locationUid: 1, state: 0 })
const rewritten = published(1, 1, { keywords: ["fanfare"], locationUid: 2 })
const renamed = sampleLocation(1, 1, { name: "Théâtre", adminLevel1: null, adminLevel4: "Balaruc" })

/** The demands on what `AgendaStore` finds and counts. */
export const agendaSearchCases: ReadonlyArray<Case> = [
  demand(
    "agenda.count-added",
    "AgendaStore.countAdded",
    "published events first published within a time are counted by agenda, private ones too, both bounds included",
    Effect.gen(function*() {
      yield* fill(given)
      const count = (uids: ReadonlyArray<number>, within = everything.recent) =>
        Effect.map(
          agendas((store) => store.countAdded(uids, within)),
          (counted) => counted.filter(({ count }) => count > 0).toSorted((left, right) => left.uid - right.uid)
        )
      yield* expectAnswer("by agenda", count([8, 1, 2, 3, 4, 99]), [
        { uid: 1, count: 1 },
        { uid: 2, count: 2 },
        { uid: 4, count: 1 },
        { uid: 8, count: 1 }
      ])
      yield* expectAnswer("at one instant", count([1, 2], { gte: noon, lte: noon }), [{ uid: 2, count: 1 }])
      yield* expectAnswer("of no agenda", count([]), [])
    })
  ),
  search("agenda.search.all", "service.md, GET /v2/agendas", "without criteria every public, indexed agenda is found, by uid", {}, [
    1,
    2,
    3,
    6,
    8
  ]),
  search("agenda.search.uids", "service.md, GET /v2/agendas", "uids narrow; unknown and private ones are not found", {
    uids: [8, 4, 2, 77]
  }, [2, 8]),
  search("agenda.search.slugs", "service.md, GET /v2/agendas", "slugs narrow", { slugs: ["agenda-3", "nothing"] }, [3]),
  search("agenda.search.none-asked", "AgendaPlan", "an empty list of uids matches nothing, unlike none", { uids: [] }, []),
  search("agenda.search.official", "service.md, GET /v2/agendas", "official agendas alone", { official: true }, [2]),
  search("agenda.search.unofficial", "service.md, GET /v2/agendas", "agendas that are not official alone", { official: false }, [
    1,
    3,
    6,
    8
  ]),
  search(
    "agenda.search.words",
    "AgendaPlan",
    "every word begins a word of the title or a key term; whole words count double, those of the title double again; ties by uid",
    { words: ["jazz", "brest"], sort: "relevance" },
    [1, 6, 2, 8]
  ),
  search("agenda.search.key-words", "AgendaPlan", "words of keywords count, of published events alone", {
    words: ["dans"],
    sort: "relevance"
  }, [2, 3]),
  search("agenda.search.key-words-whole", "AgendaPlan", "a whole word of a keyword counts double", {
    words: ["danse"],
    sort: "relevance"
  }, [3, 2]),
  search("agenda.search.places", "AgendaPlan", "words of the locations of published events count", {
    words: ["sete"],
    sort: "relevance"
  }, [1, 8]),
  search(
    "agenda.search.mixed-words",
    "AgendaPlan",
    "each word may be found elsewhere: one in the title, one in a keyword, one in a place",
    { words: ["brest", "noel", "occ"], sort: "relevance" },
    [1]
  ),
  demand(
    "agenda.search.many-words",
    "AgendaPlan",
    "as many words as a search takes are found at once",
    Effect.gen(function*() {
      const words = Array.from({ length: defaultLimits.searchWords_max }, (_, place) => `w${place}x`)
      const held = world({
        agendas: [sampleAgenda(1, { titleFolded: words.slice(1).join(" ") }), sampleAgenda(2, { titleFolded: words.join(" ") })]
      })
      yield* fill(held)
      yield* expectFound({ words, sort: "relevance" }, [2], held)
    })
  ),
  searchAfter(
    "agenda.search.after-unpublishing",
    "what is published no longer finds nothing any more, neither by its keywords nor by its place",
    putEvent(withdrawn),
    [["noel", []], ["marche", [1]], ["occitanie", [8]]],
    { events: [...without(1), withdrawn] }
  ),
  searchAfter(
    "agenda.search.after-rewriting",
    "keywords and places that an event no longer has do not find its agenda",
    putEvent(rewritten),
    [["noel", []], ["fanfare", [1]], ["sete", [8]], ["ostende", [1, 8]]],
    { events: [...without(1), rewritten] }
  ),
  searchAfter(
    "agenda.search.after-removal",
    "an event that is removed finds its agenda no more",
    transact(events((store) => store.remove(1))),
    [["noel", []], ["occitanie", [8]]],
    { events: without(1) }
  ),
  searchAfter(
    "agenda.search.after-renaming-a-location",
    "a location that is renamed finds the agendas of its events by its new words alone",
    transact(locations((store) => store.put(renamed.record, renamed.index))),
    [["sete", []], ["theatre", [1, 8]], ["balaruc", [1, 8]]],
    { locations: [renamed, ...given.locations.filter(({ record }) => record.uid !== 1)] }
  ),
  search("agenda.search.prefix", "AgendaPlan", "the beginning of a word is enough, its middle is not", {
    words: ["rest"],
    sort: "relevance"
  }, []),
  search("agenda.search.network", "service.md, GET /v2/agendas", "agendas of some networks; of none fits no network", {
    networkUids: [4, 3]
  }, [1, 2, 3]),
  search("agenda.search.location-set", "service.md, GET /v2/agendas", "agendas that use some location set", { locationSetUids: [5] }, [
    2,
    3
  ]),
  search(
    "agenda.search.updated",
    "service.md, GET /v2/agendas",
    "agendas changed within any of some ranges, both bounds included",
    { updatedAt: [{ gte: noon, lte: null }, { gte: noon - day, lte: noon - day }] },
    [1, 2]
  ),
  search("agenda.search.created", "service.md, GET /v2/agendas", "the latest made first, ties by uid", { sort: "createdAt" }, [
    3,
    1,
    2,
    6,
    8
  ]),
  search(
    "agenda.search.recently-added",
    "service.md, GET /v2/agendas",
    "the most published events first published within the time first, both bounds included",
    { sort: "recentlyAddedEvents" },
    [2, 1, 8, 3, 6]
  ),
  search("agenda.search.words-by-uid", "AgendaPlan", "words narrow under the sort by uid too, with key 0", { words: ["jazz"] }, [
    1,
    2,
    6,
    8
  ]),
  search("agenda.search.limit", "AgendaPlan", "a page holds at most its limit; total counts all and `more` tells", { limit: 2 }, [1, 2]),
  search("agenda.search.after-uid", "AgendaPlan", "a page goes on after a uid", { after: { key: 0, uid: 2 }, limit: 3 }, [3, 6, 8]),
  search(
    "agenda.search.after-score",
    "AgendaPlan",
    "a page of relevance goes on after a score and uid",
    { words: ["jazz", "brest"], sort: "relevance", after: { key: 8, uid: 1 }, limit: 2 },
    [6, 2]
  ),
  search("agenda.search.after-created", "AgendaPlan", "a page of the latest goes on after an instant and uid", {
    sort: "createdAt",
    after: { key: noon - 2 * day, uid: 1 },
    limit: 2
  }, [2, 6]),
  search("agenda.search.after-recent", "AgendaPlan", "a page of the recently added goes on after a count and uid", {
    sort: "recentlyAddedEvents",
    after: { key: 1, uid: 1 },
    limit: 2
  }, [8, 3]),
  search(
    "agenda.search.wildcards",
    "AgendaPlan",
    "characters that mean something to a query language mean themselves",
    { words: ["%"], sort: "relevance" },
    []
  ),
  demand(
    "agenda.search.walk",
    "service.md, GET /v2/agendas",
    "going on behind the last of each page meets every agenda once in every order",
    Effect.gen(function*() {
      yield* fill(given)
      for (const sort of ["uid", "relevance", "createdAt", "recentlyAddedEvents"] as const) {
        for (const words of [[], ["brest"]]) {
          for (const limit of [1, 2]) yield* expectWalk({ ...everything, sort, words, limit })
        }
      }
    })
  )
]
