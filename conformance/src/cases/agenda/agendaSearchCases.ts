import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { AgendaPlan } from "@agenda-engine/core/query/agenda/AgendaPlan"
import type { IndexedEvent } from "@agenda-engine/core/query/event/PlanData"
import { interpretAgendaPlan } from "@agenda-engine/core/query/interpret/interpretAgendaPlan"
import { searchedKeys, titleKeys } from "@agenda-engine/core/search/wordKeys"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectAnswer, expectEqual } from "../../expect.js"
import { agendas, events, fill, locations, transact, type World, world } from "../../storeCalls.js"
import { day, noon, sampleAgenda, type SampleEvent, sampleEvent, sampleLocation, sampleWords } from "../../testing/SampleRecords.js"
import { everyAgenda } from "../../testing/wholePlans.js"

const everything: AgendaPlan = { ...everyAgenda, recent: { gte: noon - 30 * day, lte: noon } }

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

/** Fails unless a store finds these agendas, in order, and answers as `interpretAgendaPlan` does over what it holds. */
const expectFound = (plan: Partial<AgendaPlan>, uids: ReadonlyArray<number>, held: World = given) =>
  Effect.gen(function*() {
    const asked = { ...everything, ...plan }
    const answer = yield* agendas((store) => store.search(asked))
    yield* expectEqual("the agendas found, in order", answer.agendas.map(({ agenda }) => agenda.uid), uids)
    yield* expectEqual("the whole answer", answer, interpretAgendaPlan(asked, held))
  })

/** Fails unless the pages of a search, each behind the one before, are the whole of it. */
const expectWalk = (plan: AgendaPlan, held: World) =>
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
    const whole = interpretAgendaPlan({ ...plan, limit: met.length + 1 }, held)
    yield* expectEqual(`the walk by ${plan.sort}, ${plan.limit} at a time`, met, whole.agendas.map(({ agenda }) => agenda.uid))
  })

/** The agendas without events: what needs no port but `AgendaStore`. */
const alone: World = world({ agendas: searched })

const searchIn =
  (held: World) => (id: string, clause: string, title: string, plan: Partial<AgendaPlan>, uids: ReadonlyArray<number>): Case =>
    demand(id, clause, title)(function*() {
      yield* fill(held)
      yield* expectFound(plan, uids, held)
    })

const search = searchIn(given)
const searchAlone = searchIn(alone)

/** A case about the words of a filled store that a search finds after a change. */
const searchAfter = (
  id: string,
  title: string,
  change: Effect.Effect<unknown, unknown, Stores>,
  expected: ReadonlyArray<readonly [word: string, uids: ReadonlyArray<number>]>,
  held: Partial<World>
): Case =>
  demand(id, "AgendaPlan", title)(function*() {
    yield* fill(given)
    yield* change
    yield* Effect.forEach(expected, ([word, uids]) => expectFound({ words: sampleWords(word) }, uids, { ...given, ...held }), {
      discard: true
    })
  })

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
    "`countAdded` counts per agenda the published events first published in a time range, private agendas and both bounds included"
  )(function*() {
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
  }),
  searchAlone(
    "agenda.search.all",
    "service.md, GET /v2/agendas",
    "a search without criteria returns every public, indexed agenda, ordered by uid",
    {},
    [
      1,
      2,
      3,
      6,
      8
    ]
  ),
  searchAlone(
    "agenda.search.uids",
    "service.md, GET /v2/agendas",
    "the uid filter returns only these agendas, without unknown and private ones",
    {
      uids: [8, 4, 2, 77]
    },
    [2, 8]
  ),
  searchAlone("agenda.search.slugs", "service.md, GET /v2/agendas", "the slug filter returns only the agendas with these slugs", {
    slugs: ["agenda-3", "nothing"]
  }, [3]),
  searchAlone(
    "agenda.search.none-asked",
    "AgendaPlan",
    "an empty list of uids matches no agenda; null applies no filter",
    { uids: [] },
    []
  ),
  searchAlone(
    "agenda.search.official",
    "service.md, GET /v2/agendas",
    "`official: true` returns official agendas only",
    { official: true },
    [
      2
    ]
  ),
  searchAlone("agenda.search.unofficial", "service.md, GET /v2/agendas", "`official: false` returns only agendas that are not official", {
    official: false
  }, [
    1,
    3,
    6,
    8
  ]),
  search(
    "agenda.search.words",
    "AgendaPlan",
    "every search word must begin a title word or keyword; whole words score double, title words double again; ties are ordered by uid",
    { words: sampleWords("jazz", "brest"), sort: "relevance" },
    [1, 6, 2, 8]
  ),
  search("agenda.search.key-words", "AgendaPlan", "keywords of published events match search words; keywords of other events do not", {
    words: sampleWords("dans"),
    sort: "relevance"
  }, [2, 3]),
  search("agenda.search.key-words-whole", "AgendaPlan", "a whole word of a keyword scores double", {
    words: sampleWords("danse"),
    sort: "relevance"
  }, [3, 2]),
  demand(
    "agenda.search.forms",
    "wire.md §6, Search",
    "an agenda is found by other forms of the words of its title, keywords and locations, and by compounds in one word"
  )(function*() {
    const held = {
      ...given,
      agendas: [sampleAgenda(1, { titleFolded: titleKeys("Les expositions du Ciné-club de la M.J.C. 地域住民") }), sampleAgenda(2)],
      events: [published(1, 1, { keywords: ["concerts"], locationUid: 3 })],
      locations: [sampleLocation(3, 1, { name: "Halles Saint-Germain", adminLevel4: "Angers" })]
    }
    yield* fill(held)
    for (
      const asked of [
        "exposition",
        "concert",
        "cineclub",
        "ciné-club",
        "halle",
        "st germain",
        "les concerts aux halles",
        "mjc",
        "住民",
        "域住民"
      ]
    ) {
      yield* expectFound({ words: searchedKeys(asked), sort: "relevance" }, [1], held)
    }
    for (const asked of ["imposition", "conserve", "民地", "les"]) {
      yield* expectFound({ words: searchedKeys(asked), sort: "relevance" }, asked === "les" ? [1] : [], held)
    }
  }),
  search("agenda.search.places", "AgendaPlan", "words of the locations of published events match", {
    words: sampleWords("sete"),
    sort: "relevance"
  }, [1, 8]),
  search(
    "agenda.search.mixed-words",
    "AgendaPlan",
    "each search word may match another source: title, keyword or location",
    { words: sampleWords("brest", "noel", "occ"), sort: "relevance" },
    [1]
  ),
  demand("agenda.search.many-words", "AgendaPlan", "a search with the maximum number of words works")(function*() {
    const words = Array.from({ length: defaultLimits.searchWords_max }, (_, index) => `w${index}x`)
    const held = world({
      agendas: [sampleAgenda(1, { titleFolded: words.slice(1).join(" ") }), sampleAgenda(2, { titleFolded: words.join(" ") })]
    })
    yield* fill(held)
    yield* expectFound({ words: sampleWords(...words), sort: "relevance" }, [2], held)
  }),
  searchAfter(
    "agenda.search.after-unpublishing",
    "keywords and locations of an unpublished event no longer match its agenda",
    putEvent(withdrawn),
    [["noel", []], ["marche", [1]], ["occitanie", [8]]],
    { events: [...without(1), withdrawn] }
  ),
  searchAfter(
    "agenda.search.after-rewriting",
    "keywords and locations that an event no longer has do not match its agenda",
    putEvent(rewritten),
    [["noel", []], ["fanfare", [1]], ["sete", [8]], ["ostende", [1, 8]]],
    { events: [...without(1), rewritten] }
  ),
  searchAfter(
    "agenda.search.after-removal",
    "keywords and locations of a removed event no longer match its agenda",
    transact(events((store) => store.remove(1))),
    [["noel", []], ["occitanie", [8]]],
    { events: without(1) }
  ),
  searchAfter(
    "agenda.search.after-renaming-a-location",
    "after a location is renamed, only the words of its new name match",
    transact(locations((store) => store.put(renamed.record, renamed.index))),
    [["sete", []], ["theatre", [1, 8]], ["balaruc", [1, 8]]],
    { locations: [renamed, ...given.locations.filter(({ record }) => record.uid !== 1)] }
  ),
  searchAlone("agenda.search.prefix", "AgendaPlan", "a search word matches at the beginning of a word, not in its middle", {
    words: sampleWords("rest"),
    sort: "relevance"
  }, []),
  searchAlone(
    "agenda.search.network",
    "service.md, GET /v2/agendas",
    "the network filter returns agendas of these networks; an agenda without a network matches none",
    {
      networkUids: [4, 3]
    },
    [1, 2, 3]
  ),
  searchAlone(
    "agenda.search.location-set",
    "service.md, GET /v2/agendas",
    "the location set filter returns agendas that use one of these sets",
    { locationSetUids: [5] },
    [
      2,
      3
    ]
  ),
  searchAlone(
    "agenda.search.updated",
    "service.md, GET /v2/agendas",
    "the `updatedAt` filter returns agendas changed in any of several ranges, both bounds included",
    { updatedAt: [{ gte: noon, lte: null }, { gte: noon - day, lte: noon - day }] },
    [1, 2]
  ),
  searchAlone("agenda.search.created", "service.md, GET /v2/agendas", "sorted by creation, latest first, ties by uid", {
    sort: "createdAt"
  }, [
    3,
    1,
    2,
    6,
    8
  ]),
  search(
    "agenda.search.recently-added",
    "service.md, GET /v2/agendas",
    "sorted by the number of events first published in a time range, most first, both bounds included",
    { sort: "recentlyAddedEvents" },
    [2, 1, 8, 3, 6]
  ),
  searchAlone("agenda.search.words-by-uid", "AgendaPlan", "search words also filter when the sort is by uid, with key 0", {
    words: sampleWords("jazz")
  }, [
    1,
    2,
    6,
    8
  ]),
  searchAlone(
    "agenda.search.limit",
    "AgendaPlan",
    "a page has at most `limit` agendas, `total` counts all matches, and `more` says whether others follow",
    { limit: 2 },
    [1, 2]
  ),
  searchAlone("agenda.search.after-uid", "AgendaPlan", "a page after a uid starts with the next greater uid", {
    after: { key: 0, uid: 2 },
    limit: 3
  }, [3, 6, 8]),
  search(
    "agenda.search.after-score",
    "AgendaPlan",
    "a page by relevance starts after a score and uid",
    { words: sampleWords("jazz", "brest"), sort: "relevance", after: { key: 8, uid: 1 }, limit: 2 },
    [6, 2]
  ),
  searchAlone("agenda.search.after-created", "AgendaPlan", "a page by creation starts after an instant and uid", {
    sort: "createdAt",
    after: { key: noon - 2 * day, uid: 1 },
    limit: 2
  }, [2, 6]),
  search("agenda.search.after-recent", "AgendaPlan", "a page by recently added events starts after a count and uid", {
    sort: "recentlyAddedEvents",
    after: { key: 1, uid: 1 },
    limit: 2
  }, [8, 3]),
  searchAlone(
    "agenda.search.wildcards",
    "AgendaPlan",
    "wildcards and quotes in a search word match themselves only",
    { words: sampleWords("%"), sort: "relevance" },
    []
  ),
  demand("agenda.search.walk", "service.md, GET /v2/agendas", "consecutive pages return every agenda exactly once, in every sort")(
    function*() {
      yield* fill(alone)
      for (const sort of ["uid", "relevance", "createdAt"] as const) {
        for (const words of [[], sampleWords("brest")]) {
          for (const limit of [1, 2]) yield* expectWalk({ ...everything, sort, words, limit }, alone)
        }
      }
    }
  ),
  demand(
    "agenda.search.walk-recent",
    "service.md, GET /v2/agendas",
    "consecutive pages return every agenda exactly once, by recently added events and by words of events"
  )(function*() {
    yield* fill(given)
    for (const sort of ["relevance", "recentlyAddedEvents"] as const) {
      for (const words of [[], sampleWords("brest")]) {
        for (const limit of [1, 2]) yield* expectWalk({ ...everything, sort, words, limit }, given)
      }
    }
  })
]
