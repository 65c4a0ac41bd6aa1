import type { PlanStart, SearchResult } from "@agenda-engine/core/query/event/QueryPlan"
import { type Case, demand } from "../../Case.js"
import { expectEqual } from "../../expect.js"
import { fill, searches, type World } from "../../storeCalls.js"
import { sampleAgenda, sampleLocation } from "../../testing/SampleRecords.js"
import { hitUids, plan, startAfter } from "../plans.js"
import { search } from "./searchCase.js"
import { clause, event, found, halls, searching, wide } from "./textWorld.js"

const text = (
  id: string,
  title: string,
  given: Partial<World> & Pick<World, "events">,
  values: ReadonlyArray<string>,
  uids: ReadonlyArray<number>
): Case => search(`search.text.${id}`, clause, title, { given, plan: found(values), uids })

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
    event(2, { title: { fr: "Les les musées" }, description: { fr: "Les grands" } }),
    event(3, { title: { br: "Musée" } }),
    event(4, { title: { en: "Musée" } }),
    event(5, { title: { br: "Les musées" }, description: { fr: "Musée" } })
  ]
}

const theatres = {
  locations: [
    sampleLocation(1, 1, { name: "Théâtres de la Ville", adminLevel4: "Sète" }),
    sampleLocation(2, 1, { name: "Théâtre", adminLevel4: "Brest" })
  ],
  events: [
    event(1, { title: { fr: "Bal" } }, { locationUid: 1 }),
    event(2, { title: { fr: "Bal", en: "Ball" } }, { locationUid: 1 }),
    event(3, { title: { br: "Bal" } }, { locationUid: 1 }),
    event(4, { title: { br: "Bal" } }, { locationUid: 2 }),
    event(5, { title: { fr: "Bal" } }, { locationUid: 2 })
  ]
}

const synonyms = [["expo", "exposition"], ["ciné", "cinéma"]]

const related = {
  locations: [sampleLocation(1, 1, { name: "Cinéma Rex", adminLevel4: "Brest" })],
  events: [
    event(1, { title: { fr: "Expositions de photos" } }),
    event(2, { description: { fr: "Une expo" } }),
    event(3, { title: { fr: "Rock" } }),
    event(4, { title: { fr: "Expo" } }, { locationUid: 1 })
  ]
}

const synonymous = (id: string, title: string, values: ReadonlyArray<string>, uids: ReadonlyArray<number>): Case =>
  search(`search.text.${id}`, clause, title, {
    given: related,
    plan: { ...found(values), live: plan({ where: searching(values, 0, synonyms) }).live },
    uids
  })

/** The demands on full-text search: who matches, and what the score is. */
export const textCases: ReadonlyArray<Case> = [
  synonymous("synonyms", "a word is also found by its synonyms, in all their forms", ["expos"], [1, 4, 2]),
  synonymous("synonyms-of-words", "a word is also found by its synonyms, in all their forms, beside other words", ["ciné exposition"], [4]),
  synonymous("synonyms-quoted", "a quoted word is not found by its synonyms", ['"exposition"'], [1]),
  text("parts", "a word matches in title, keywords, location name, city and descriptions, each with its own weight", parts, ['"jazz"'], [
    6,
    8,
    3,
    4,
    5,
    2,
    1
  ]),
  text("all-words", "every word must occur, in any part", parts, ["bal jazz"], [3, 4]),
  text("prefix", "the last word also matches as a prefix, for half its weight", beginnings, [
    "concert"
  ], [
    3,
    2,
    4,
    1
  ]),
  text("prefix-last-only", "no word but the last matches as a prefix", beginnings, ["concer concert"], []),
  text("prefix-unquoted-only", "the last word of a phrase does not match as a prefix", beginnings, ['"concert"'], [3, 4]),
  text("phrase", "the words of a quoted phrase must be adjacent, in order, in one text", phrases, ['"vie en rose"'], [1, 5]),
  text("phrase-and-words", "a phrase and the other words must all match", phrases, ['"vie en" chantons'], [5]),
  text(
    "stop-words",
    "a stop word of a language of the event is not required and scores only in texts of other languages",
    stops,
    ["les musées"],
    [5, 1, 2]
  ),
  text(
    "stop-words-beginning",
    "a stop word as the last word matches as a prefix only in texts of other languages",
    {
      events: [
        event(1, { title: { fr: "Musée unique" } }),
        event(2, { title: { fr: "Musée" }, description: { en: "Unique" } }),
        event(3, { title: { en: "Musée unique" } }),
        event(4, { title: { en: "Musée" } })
      ]
    },
    ["musée un"],
    [3, 2, 1]
  ),
  text("stop-words-alone", "a search for stop words only finds the events that contain all of them", stops, ['"x"', "les "], [2, 5]),
  text(
    "stop-words-of-languages",
    "a word that is a stop word in one text's language is required when it is not in another text's language",
    {
      events: [
        event(1, { title: { fr: "Du thé" } }),
        event(2, { title: { en: "The le" } }),
        event(3, { title: { fr: "Le bal", en: "The ball" } }),
        event(4, { title: { fr: "Le thé", en: "Tea" } }),
        event(5, { title: { br: "le the" } }),
        event(6, { title: { fr: "Le" } })
      ]
    },
    ["le the"],
    [5, 1, 2, 4]
  ),
  text(
    "stop-words-and-stems",
    "a word whose stem is a stop word does not match the stop word",
    { events: [event(1, { title: { fr: "Une main sûre" } }), event(2, { title: { fr: "Sur scène" } })] },
    ["sures "],
    [1]
  ),
  text(
    "stop-words-in-phrase",
    "a phrase requires its stop words, which score nothing in texts of their language",
    {
      locations: [sampleLocation(1, 1, { name: "Bal du port d'or", adminLevel4: "Brest" })],
      events: [
        event(1, { title: { fr: "Bal du port" } }),
        event(2, { title: { fr: "Bal port" } }),
        event(3, { title: { fr: "Bal au port" } }),
        event(4, { title: { fr: "Bal" }, description: { fr: "Bal du port" } }),
        event(5, { title: { en: "Bal du port" } }),
        event(6, { title: { br: "Bal" }, keywords: { br: ["bal du port"] } }),
        event(7, { title: { fr: "Nuit", en: "Night" } }, { locationUid: 1 }),
        event(8, { title: { fr: "Port" }, keywords: { fr: ["bal du port"] }, description: { fr: "Du vin" } })
      ]
    },
    ['"bal du port"'],
    [5, 1, 6, 7, 8, 4]
  ),
  text(
    "stop-words-as-phrase",
    "a phrase of stop words is required; it scores only when the search has no other words",
    {
      events: [
        event(1, { title: { fr: "Jazz" }, description: { fr: "De la musique" } }),
        event(2, { title: { fr: "Jazz de la nuit" } }),
        event(3, { title: { fr: "Jazz la de" } }),
        event(4, { title: { en: "Jazz de la" } }),
        event(5, { title: { fr: "De la" } }),
        event(6, { description: { fr: "De la" } })
      ]
    },
    ['"de la" jazz', '"de la" le'],
    [4, 1, 2]
  ),
  text(
    "phrase-of-place",
    "a phrase matches a location name even when it has stop words of another language of the event",
    {
      locations: [sampleLocation(1, 1, { name: "Maison de l'Or", adminLevel4: "Brest" })],
      events: [
        event(1, { title: { fr: "Bal", en: "Ball" } }, { locationUid: 1 }),
        event(2, { title: { fr: "Bal" } }, { locationUid: 1 }),
        event(3, { title: { fr: "Maison" } }),
        event(4, { title: { fr: "Maison d'argent", en: "Maison" } }, { locationUid: 1 })
      ]
    },
    ['"maison de l\'or"'],
    [2, 1, 4]
  ),
  text(
    "stems",
    "words match by stem in languages with a stemmer, and by folded form in others",
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
    "case, accents and letter variants do not matter",
    { events: [event(1, { title: { br: "ÉTÉ à Łódź" } }), event(2, { title: { fr: "ete" } }), event(3, { title: { br: "étés" } })] },
    ["Eté"],
    [1, 2, 3]
  ),
  text(
    "syntax",
    "query operators and punctuation are neither words nor operators",
    { events: [event(1, { title: { br: "rock AND roll" } }), event(2, { title: { br: "rock" } })] },
    ["rock' AND (roll) NOT:* | & ! {title} : -^\\"],
    []
  ),
  text(
    "alternatives",
    "any of several search values may match; the best score counts",
    { events: [event(1, { title: { fr: "Rock" } }), event(2, { description: { fr: "Rock" }, title: { fr: "Jazz" } }), event(3, {})] },
    ["rock", "jazz rock"],
    [2, 1]
  ),
  text(
    "many-words",
    "a search with the maximum number of words works",
    {
      events: [
        event(1, { longDescription: { fr: Array.from({ length: 64 }, (_, index) => `mot${index}`).join(" ") } }),
        event(2, { longDescription: { fr: Array.from({ length: 63 }, (_, index) => `mot${index}`).join(" ") } })
      ]
    },
    [Array.from({ length: 64 }, (_, index) => `mot${index}`).join(" ")],
    [1]
  ),
  text(
    "many-stop-words",
    "a search of many words, some of them stop words, requires and scores each by its own rules",
    {
      events: [
        event(1, { title: { fr: "le la les un une de du grand bal" } }),
        event(2, { title: { fr: "Grand bal" } }),
        event(3, { title: { fr: "le la les un une de du bal" } }),
        event(4, { title: { fr: "le la les un une de du bal" }, longDescription: { fr: "grand" } })
      ]
    },
    ["le la les un une de du grand bal"],
    [1, 2, 4]
  ),
  text(
    "wide",
    "an event with more words than an index entry can hold is found",
    { events: [event(1, { longDescription: { br: wide("jazz") } }), event(2, { title: { br: "jazz" } })] },
    ["jazz", '"mot39999 jazz"'],
    [2, 1]
  ),
  text(
    "place",
    "the name and the city of a location are two separate texts",
    { locations: halls, events: [event(1, {}, { locationUid: 1 })] },
    ["gare sete"],
    [1]
  ),
  text(
    "area",
    "address, postcode and administrative levels of a location score as little as a long description",
    {
      locations: [
        sampleLocation(1, 1, { address: "12 rue de Rivoli", postalCode: "75001", adminLevel4: "Paris" }),
        sampleLocation(2, 1, { name: "Le Rivoli", adminLevel1: "Occitanie" })
      ],
      events: [
        event(1, {}, { locationUid: 1 }),
        event(2, {}, { locationUid: 2 }),
        event(3, { longDescription: { fr: "Rivoli" } }),
        event(4, { description: { fr: "Rivoli" } })
      ]
    },
    ["rivoli", '"x" 75001', '"x" occitanie'],
    [2, 4, 1, 3]
  ),
  text("place-stems", "words of a location match by the stems of the event's languages", theatres, ["theatre ", '"x"'], [1, 2, 4, 5, 3]),
  text("place-whole", "words of a location match whole when no language of the event has a stemmer", theatres, ['"theatre"'], [1, 2, 4, 5]),
  text(
    "place-stop-words",
    "a word of a location scores nothing when it is a stop word in any language of the event",
    theatres,
    ["bal de la ville"],
    [3, 1, 2]
  ),
  search("search.text.least", clause, "events below the minimum score are neither found nor counted", {
    given: parts,
    plan: found(["jazz"], 8),
    uids: [6, 8, 3, 4, 5]
  }),
  search("search.text.least-beyond", clause, "a minimum score above every score finds nothing", {
    given: parts,
    plan: found(["jazz"], Number.MAX_SAFE_INTEGER),
    uids: []
  }),
  search(
    "search.text.unpublished",
    "wire.md §6, nothing unpublished leaks",
    "unpublished events are found only when the plan requests their state",
    {
      given: { events: [event(1, { title: { fr: "Jazz" } }, { state: 1 }), event(2, { title: { fr: "Jazz" } })] },
      plan: found(["jazz"]),
      uids: [2]
    }
  ),
  search("search.text.scope", clause, "a search in an agenda finds only events of that agenda", {
    given: { events: [event(1, { title: { fr: "Jazz" } }), event(2, { title: { fr: "Jazz" } }, { agendaUid: 2 })] },
    plan: found(["jazz"]),
    uids: [1]
  }),
  search("search.text.across", clause, "a search across agendas finds events of public, indexed agendas only", {
    given: {
      agendas: [sampleAgenda(1), sampleAgenda(2), sampleAgenda(3, { private: true })],
      events: [1, 2, 3].map((uid) => event(uid, { title: { fr: "Jazz" } }, { agendaUid: uid }))
    },
    plan: { ...found(["jaz"]), scope: { _tag: "Public", within: null } },
    uids: [1, 2]
  }),
  search("search.text.across-within", clause, "a search across some agendas finds events of those only", {
    given: { events: [1, 2].map((uid) => event(uid, { title: { fr: "Jazz" } }, { agendaUid: uid })) },
    plan: { ...found(["jazz"]), scope: { _tag: "Public", within: [2] } },
    uids: [2]
  }),
  search("search.text.with-filters", clause, "a search combines with other conditions, in any order", {
    given: parts,
    plan: plan({ where: [...searching(["jazz"]), { _tag: "LocationUid", in: [1, 2], orNone: false }], sort: "timings.asc" }),
    uids: [3, 4]
  }),
  demand("search.text.walk", "wire.md §6, Cursor", "pages of two by score return every match once, ties by uid")(function*() {
    yield* fill({ agendas: [sampleAgenda(1)], ...parts })
    const walked: Array<number> = []
    let next: PlanStart | null = { _tag: "Skip", count: 0 }
    while (next !== null) {
      const start: PlanStart = next
      const answer: SearchResult = yield* searches((store) => store.search({ ...found(["jazz"]), start, limit: 2 }))
      walked.push(...hitUids(answer))
      next = startAfter(answer)
    }
    yield* expectEqual("the uids, page by page", walked, [6, 8, 3, 4, 5, 2, 1])
  })
]
