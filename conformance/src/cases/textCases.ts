import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import type { IndexedEvent, IndexedLocation } from "@agenda-engine/core/query/PlanData"
import type { Condition, PlanStart, SearchAnswer } from "@agenda-engine/core/query/QueryPlan"
import { atomically } from "@agenda-engine/core/services/atomically"
import { sampleAgenda, sampleEvent, sampleLocation } from "@agenda-engine/core/testing/SampleRecords"
import { readSearch } from "@agenda-engine/core/text/readSearch"
import { searchDocument } from "@agenda-engine/core/text/SearchDocument"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { type Case, demand, demandOfPlace } from "../Case.js"
import { expectAnswer, expectEqual } from "../expect.js"
import { events, fill, locations, transact, type World } from "../storeCalls.js"
import { hitUids, ordered, plan, startAfter, uidsOf } from "./plans.js"
import { search } from "./searchCase.js"
import { twice } from "./twice.js"

/** The texts of an event; absent ones are empty. */
type Texts = Partial<Parameters<typeof searchDocument>[0]>

/** What a search indexes of these texts. */
const document = (texts: Texts) => searchDocument({ title: {}, keywords: {}, description: {}, longDescription: {}, ...texts })

const event = (uid: number, texts: Texts, given: Parameters<typeof sampleEvent>[1] = {}) =>
  sampleEvent(uid, { ...given, search: document(texts) })

/** The condition of these values of `search`; a store is never asked for a search of nothing. */
const searching = (values: ReadonlyArray<string>, least = 0): ReadonlyArray<Condition> => {
  const reading = readSearch(values)
  return reading._tag === "Search" ? [{ _tag: "Search", search: reading.plan, least }] : []
}

const byScore = ordered({ key: "score", direction: "desc" })

const found = (values: ReadonlyArray<string>, least = 0) => plan({ where: searching(values, least), segments: byScore })

const clause = "wire.md §6, Search"

const text = (
  id: string,
  title: string,
  given: Partial<World> & Pick<World, "events">,
  values: ReadonlyArray<string>,
  uids: ReadonlyArray<number>
): Case => search(`search.text.${id}`, clause, title, { given, plan: found(values), uids })

const halls = [
  sampleLocation(1, 1, { name: "Café de la Gare", adminLevel4: "Sète" }),
  sampleLocation(2, 1, { name: "Jazz Club", adminLevel4: "Brest" })
]

const parts = {
  locations: [sampleLocation(1, 1, { name: "Le Jazz", adminLevel4: "Brest" }), sampleLocation(2, 1, { name: "Hall", adminLevel4: "Jazz" })],
  events: [
    event(1, { longDescription: { fr: "Du jazz." } }),
    event(2, { description: { fr: "Du jazz." } }),
    event(3, { title: { fr: "Bal" } }, { locationUid: 1 }),
    event(4, { title: { fr: "Bal" } }, { locationUid: 2 }),
    event(5, { keywords: { fr: ["musique", "jazz"] } }),
    event(6, { title: { fr: "Nuit du jazz" } }),
    event(7, { title: { fr: "Rock" } }),
    event(8, { title: { fr: "Jazz" }, keywords: { fr: ["jazz"] }, description: { fr: "Jazz, jazz." } })
  ]
}

const beginnings = {
  locations: [],
  events: [
    event(1, { longDescription: { fr: "Concerto" } }),
    event(2, { title: { fr: "Concerto" } }),
    event(3, { title: { fr: "Concert" } }),
    event(4, { description: { fr: "Concerto" }, longDescription: { fr: "Un concert" } }),
    event(5, { title: { fr: "Déconcerter" } })
  ]
}

const phrases = {
  events: [
    event(1, { title: { fr: "La vie en rose" } }),
    event(2, { title: { fr: "La vie, la rose en fleur" } }),
    event(3, { title: { fr: "Une vie" }, description: { fr: "en rose" } }),
    event(4, { keywords: { fr: ["vie en", "rose"] } }),
    event(5, { longDescription: { fr: "Chantons la vie en rose" } })
  ]
}

const stops = {
  events: [
    event(1, { title: { fr: "Musées de Paris" } }),
    event(2, { title: { fr: "Les musées" } }),
    event(3, { title: { br: "Musée" } }),
    event(4, { title: { en: "Musée" } })
  ]
}

/** A text with so many different words that no index of terms is sure to take them. */
const wide = (word: string): string => `${Array.from({ length: 40_000 }, (_, place) => `mot${place}`).join(" ")} ${word}`

const putEvent = ({ index, record }: IndexedEvent) => transact(events((store) => store.put(record, index)))

const putLocation = ({ index, record }: IndexedLocation) => transact(locations((store) => store.put(record, index)))

const before: Partial<World> = {
  agendas: [sampleAgenda(1)],
  locations: halls,
  events: [1, 2, 3].map((uid) => event(uid, { title: { fr: "Bal" } }, { locationUid: uid }))
}

/** A case that writes after events were indexed, and demands what is found then, by what is searched for. */
const after = (
  id: string,
  title: string,
  { change, uids }: {
    readonly change: Effect.Effect<void, StoreError, Stores>
    readonly uids: { readonly [word: string]: ReadonlyArray<number> }
  }
): Case =>
  demand(
    `search.text.${id}`,
    clause,
    title,
    Effect.gen(function*() {
      yield* fill(before)
      yield* change
      for (const [word, expected] of Object.entries(uids)) yield* expectAnswer(word, uidsOf(found([word])), expected)
    })
  )

/** The demands on full-text search: who matches, what the score is, and that what is indexed follows what is stored. */
export const textCases: ReadonlyArray<Case> = [
  text("parts", "a word is found in title, keywords, location name, city, descriptions; each counts its weight", parts, ['"jazz"'], [
    6,
    8,
    3,
    4,
    5,
    2,
    1
  ]),
  text("all-words", "all words have to occur, in whatever parts", parts, ["bal jazz"], [3, 4]),
  text("prefix", "the last word counts by its beginning, for half, a whole word in a lighter part for more or less", beginnings, [
    "concert"
  ], [
    3,
    2,
    4,
    1
  ]),
  text("prefix-last-only", "no other word counts by its beginning", beginnings, ["concer concert"], []),
  text("prefix-unquoted-only", "a value that ends on a phrase has no beginning", beginnings, ['"concert"'], [3, 4]),
  text("phrase", "words in quotes are met one behind the other, in one text", phrases, ['"vie en rose"'], [1, 5]),
  text("phrase-and-words", "a phrase and words beside it all have to be met", phrases, ['"vie en" chantons'], [5]),
  text("stop-words", "a stop word of a language that the event has a text in is not required, and counts where it occurs", stops, [
    "les musées"
  ], [
    2,
    1
  ]),
  text("stop-words-alone", "nothing but stop words finds every event with a text in the language", stops, ['"x"', "les "], [2, 1]),
  text(
    "stems",
    "words with one stem in the language of the text are one; in other languages they are compared as they are folded",
    {
      events: [
        event(1, { title: { fr: "Expositions" } }),
        event(2, { title: { br: "Expositions" } }),
        event(3, { title: { "fr-CA": "Exposition" } }),
        event(4, { title: { br: "exposition" } })
      ]
    },
    ['exposition ""'],
    [1, 3, 4, 2]
  ),
  text(
    "folded",
    "case, accents and letter forms are no difference",
    { events: [event(1, { title: { br: "ÉTÉ à Łódź" } }), event(2, { title: { fr: "ete" } }), event(3, { title: { br: "étés" } })] },
    ["Eté"],
    [1, 2, 3]
  ),
  text(
    "scripts",
    "words of other scripts are found whole and begun",
    {
      events: [
        event(1, { title: { ja: "コンサート" } }),
        event(2, { title: { ru: "Концерт в саду" } }),
        event(3, { title: { ja: "コン" } }),
        event(4, { title: { und: "\u{1d11e}\u{20000}" } })
      ]
    },
    ["コン", "концерт", "\u{20000}"],
    [2, 3, 4, 1]
  ),
  text(
    "syntax",
    "what means something to a query language is no word and means nothing",
    { events: [event(1, { title: { br: "rock AND roll" } }), event(2, { title: { br: "rock" } })] },
    ["rock' AND (roll) NOT:* | & ! {title} : -^\\"],
    []
  ),
  text(
    "alternatives",
    "any of several values; the best score of them counts",
    { events: [event(1, { title: { fr: "Rock" } }), event(2, { description: { fr: "Rock" }, title: { fr: "Jazz" } }), event(3, {})] },
    ["rock", "jazz rock"],
    [2, 1]
  ),
  text(
    "many-words",
    "as many words as a search takes",
    {
      events: [
        event(1, { longDescription: { fr: Array.from({ length: 64 }, (_, place) => `mot${place}`).join(" ") } }),
        event(2, { longDescription: { fr: Array.from({ length: 63 }, (_, place) => `mot${place}`).join(" ") } })
      ]
    },
    [Array.from({ length: 64 }, (_, place) => `mot${place}`).join(" ")],
    [1]
  ),
  text(
    "many-stop-words",
    "many words, of which some are not required and others are, each counted",
    {
      events: [
        event(1, { title: { fr: "le la les un une de du grand bal" } }),
        event(2, { title: { fr: "Grand bal" } }),
        event(3, { title: { fr: "le la les un une de du bal" } })
      ]
    },
    ["le la les un une de du grand bal"],
    [1, 2]
  ),
  text(
    "wide",
    "an event of more words than an index takes is found like others",
    { events: [event(1, { longDescription: { br: wide("jazz") } }), event(2, { title: { br: "jazz" } })] },
    ["jazz", '"mot39999 jazz"'],
    [2, 1]
  ),
  text(
    "place",
    "name and city are two texts of their own",
    { locations: halls, events: [event(1, {}, { locationUid: 1 })] },
    ["gare sete"],
    [1]
  ),
  search("search.text.least", clause, "what scores less than the least is not found and not counted", {
    given: parts,
    plan: found(["jazz"], 8),
    uids: [6, 8, 3, 4, 5]
  }),
  search("search.text.least-beyond", clause, "more than any score leaves nothing", {
    given: parts,
    plan: found(["jazz"], Number.MAX_SAFE_INTEGER),
    uids: []
  }),
  search(
    "search.text.unpublished",
    "wire.md §6, nothing unpublished leaks",
    "events in another state are found by those alone who ask for it",
    {
      given: { events: [event(1, { title: { fr: "Jazz" } }, { state: 1 }), event(2, { title: { fr: "Jazz" } })] },
      plan: found(["jazz"]),
      uids: [2]
    }
  ),
  search("search.text.scope", clause, "an agenda's search finds its own events", {
    given: { events: [event(1, { title: { fr: "Jazz" } }), event(2, { title: { fr: "Jazz" } }, { agendaUid: 2 })] },
    plan: found(["jazz"]),
    uids: [1]
  }),
  search("search.text.across", clause, "across agendas those that are public and indexed are searched", {
    given: {
      agendas: [sampleAgenda(1), sampleAgenda(2), sampleAgenda(3, { private: true })],
      events: [1, 2, 3].map((uid) => event(uid, { title: { fr: "Jazz" } }, { agendaUid: uid }))
    },
    plan: { ...found(["jaz"]), scope: { _tag: "Public", within: null } },
    uids: [1, 2]
  }),
  search("search.text.across-within", clause, "across some agendas those alone", {
    given: { events: [1, 2].map((uid) => event(uid, { title: { fr: "Jazz" } }, { agendaUid: uid })) },
    plan: { ...found(["jazz"]), scope: { _tag: "Public", within: [2] } },
    uids: [2]
  }),
  search("search.text.with-filters", clause, "a search narrows what other conditions leave, under any order", {
    given: parts,
    plan: plan({ where: [...searching(["jazz"]), { _tag: "LocationUid", in: [1, 2], orNone: false }], sort: "timings.asc" }),
    uids: [3, 4]
  }),
  demand(
    "search.text.walk",
    "wire.md §6, Cursor",
    "pages of two by score give every match once, ties by uid",
    Effect.gen(function*() {
      yield* fill({ agendas: [sampleAgenda(1)], ...parts })
      const walked: Array<number> = []
      let next: PlanStart | null = { _tag: "Skip", count: 0 }
      while (next !== null) {
        const start: PlanStart = next
        const answer: SearchAnswer = yield* events((store) => store.search({ ...found(["jazz"]), start, limit: 2 }))
        walked.push(...hitUids(answer))
        next = startAfter(answer)
      }
      yield* expectEqual("the uids, page by page", walked, [6, 8, 3, 4, 5, 2, 1])
    })
  ),
  after("renamed-location", "an event is found by what its location is called now, and no more by what it was", {
    change: putLocation(sampleLocation(1, 1, { name: "Rock Club", adminLevel4: "Paris" })),
    uids: { "gare": [], "sete": [], "rock": [1], "paris": [1], "club": [1, 2] }
  }),
  after("late-location", "an event is found by a location that is stored behind it", {
    change: putLocation(sampleLocation(3, 1, { name: "Grange", adminLevel4: "Brest" })),
    uids: { "grange": [3], "brest": [2, 3] }
  }),
  after("moved-event", "an event is found by the location it takes place at now", {
    change: putEvent(event(1, { title: { fr: "Bal" } }, { locationUid: 2 })),
    uids: { "gare": [], "jazz": [1, 2] }
  }),
  after("online-event", "an event that takes place nowhere any more is found by no location", {
    change: putEvent(event(1, { title: { fr: "Bal" } })),
    uids: { "gare": [], "bal": [1, 2, 3] }
  }),
  after("rewritten-event", "an event is found by its words now, and no more by those it had", {
    change: putEvent(event(1, { description: { fr: "Valse" } }, { locationUid: 1 })),
    uids: { "bal": [2, 3], "valse": [1], "gare": [1] }
  }),
  after("removed-event", "an event that is removed is found no more", {
    change: transact(events((store) => store.remove(2))),
    uids: { "bal": [1, 3], "jazz": [] }
  })
]

/** Two writers of one location's name: who puts an event there, and who calls it otherwise meanwhile. */
export const textPlaceCases: ReadonlyArray<Case> = [
  demandOfPlace(
    "place.share.renamed-location",
    "EventStore.put",
    "an event that is put while another process renames its location is found by the new name, whoever commits first",
    "share",
    (layer) =>
      twice(layer, (first, second) =>
        Effect.gen(function*() {
          yield* first(fill({ agendas: [sampleAgenda(1)], locations: halls }))
          const { index, record } = event(1, { title: { fr: "Bal" } }, { locationUid: 1 })
          for (const [place, name] of ["Grange", "Palais", "Abbaye", "Chapelle"].entries()) {
            const began = yield* Deferred.make<void>()
            const slowly = <R>(write: Effect.Effect<void, StoreError, R>) =>
              atomically(write.pipe(Effect.zipLeft(Deferred.succeed(began, undefined)), Effect.zipLeft(Effect.sleep("50 millis"))))
            const renamed = sampleLocation(1, 1, { name, adminLevel4: "Brest" })
            const puts = events((store) => store.put(record, index))
            const renames = locations((store) => store.put(renamed.record, renamed.index))
            yield* place % 2 === 0
              ? Effect.all([first(slowly(puts)), Effect.zipRight(Deferred.await(began), second(atomically(renames)))], { concurrency: 2 })
              : Effect.all([first(slowly(renames)), Effect.zipRight(Deferred.await(began), second(atomically(puts)))], { concurrency: 2 })
            yield* second(expectAnswer(name, uidsOf(found([name])), [1]))
          }
        }))
  )
]
