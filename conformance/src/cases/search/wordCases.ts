import type { Scope } from "@agenda-engine/core/query/event/QueryPlan"
import { interpretWords } from "@agenda-engine/core/query/interpret/interpretPlan"
import { correctWords } from "@agenda-engine/core/search/correction/correctWords"
import { readSearch } from "@agenda-engine/core/search/readSearch"
import { word_chars_max } from "@agenda-engine/core/search/tokenText"
import * as Effect from "effect/Effect"
import { type Case, demand } from "../../Case.js"
import { expectEqual } from "../../expect.js"
import { events, fill, locations, removals, searches, transact } from "../../storeCalls.js"
import { sampleAgenda, sampleLocation } from "../../testing/SampleRecords.js"
import { plan } from "../plans.js"
import { event } from "./textWorld.js"

const clause = "wire.md §6, Search"

const wordsOf = (scope: Scope, beginning: string) =>
  Effect.map(
    searches((store) => store.words(scope, beginning)),
    (words) => words.map(({ events, word }) => `${word} ${events}`).toSorted()
  )

const expectWords = (what: string, beginning: string, expected: ReadonlyArray<string>) =>
  Effect.flatMap(wordsOf(agenda(1), beginning), (words) => expectEqual(what, words, expected))

const agenda = (agendaUid: number): Scope => ({ _tag: "Agenda", agendaUid })

const across = (within: ReadonlyArray<number> | null): Scope => ({ _tag: "Public", within })

/** What the words of a search are corrected to by the published events of the agenda. */
const correctedIn = (search: string) => {
  const reading = readSearch([search])
  if (reading._tag !== "Search") return Effect.succeed([])
  const correcting = correctWords(reading.plan, {
    count: (search) =>
      Effect.map(
        searches((store) => store.search(plan({ states: [2], where: [{ _tag: "Search", search, least: 0 }] }))),
        ({ total }) => total
      ),
    words: (beginning) => searches((store) => store.words(agenda(1), beginning))
  })
  return Effect.map(correcting, (found) => found?.corrected.flatMap(({ to }) => to) ?? [])
}

const put = (made: ReturnType<typeof event>) => transact(events((store) => store.put(made.record, made.index)))

const given = {
  agendas: [sampleAgenda(1), sampleAgenda(2), sampleAgenda(3, { private: true }), sampleAgenda(4, { indexed: false })],
  locations: [sampleLocation(1, 1, { name: "Halle", adminLevel4: "Brest", address: "rue du port" })],
  events: [
    event(1, { title: { fr: "Les concerts d'été" }, keywords: { fr: ["été"] } }, { locationUid: 1 }),
    event(2, { title: { fr: "Concert à Brest" }, description: { fr: "Conférence" } }, { locationUid: 1 }),
    event(3, { title: { fr: "Confidentiel" } }, { state: 1, locationUid: 1 }),
    event(4, { title: { fr: "Concombre" } }, { agendaUid: 2 }),
    event(5, { title: { fr: "Conclave" } }, { agendaUid: 3 }),
    event(6, { title: { fr: "Conifère" } }, { agendaUid: 4 }),
    event(7, { title: { fr: "Concert" } }, { agendaUid: 2 })
  ]
}

/** The demands on the words that misspelt words are corrected to. */
export const wordCases: ReadonlyArray<Case> = [
  demand(
    "search.words.published",
    clause,
    "the words of an agenda are those of titles, keywords, descriptions, location names and cities of its published events, with their number"
  )(function*() {
    yield* fill(given)
    yield* expectWords("words with con", "con", ["concert 1", "concerts 1", "conference 1"])
    yield* expectWords("words with b", "b", ["brest 3"])
    yield* expectWords("all words", "", ["brest 3", "concert 1", "concerts 1", "conference 1", "ete 1", "halle 2"])
    yield* expectEqual("of another agenda", yield* wordsOf(agenda(2), "c"), ["concert 1", "concombre 1"])
    const meaning = interpretWords(given, agenda(1), "").map(({ events, word }) => `${word} ${events}`).toSorted()
    yield* expectWords("their meaning", "", meaning)
  }),
  demand(
    "search.words.across",
    "wire.md §6, Across agendas",
    "the words across agendas are those of public and indexed agendas, each with the sum of its numbers"
  )(function*() {
    yield* fill(given)
    yield* expectEqual("across all agendas", yield* wordsOf(across(null), "con"), [
      "concert 2",
      "concerts 1",
      "concombre 1",
      "conference 1"
    ])
    yield* expectEqual("within some", yield* wordsOf(across([2, 3, 4, 99]), "con"), ["concert 1", "concombre 1"])
    yield* expectEqual("within none", yield* wordsOf(across([]), ""), [])
    const meaning = interpretWords(given, across(null), "").map(({ events, word }) => `${word} ${events}`).toSorted()
    yield* expectEqual("their meaning", yield* wordsOf(across(null), ""), meaning)
  }),
  demand(
    "search.words.limits",
    clause,
    "words of 64 letters, the most, that differ in the last one are two, and words of any script are found by their beginning"
  )(function*() {
    const long = "x".repeat(word_chars_max - 1)
    const titles = [`${long}a`, `${long}b`, "\u{10400}\u{10401}ab", "\u4f4f\u5b85", "\ua4d0\ua4d1ab"]
    const events = titles.map((title, index) => event(index + 1, { title: { fr: title } }))
    yield* fill({ agendas: [sampleAgenda(1)], events })
    for (const beginning of ["", long, `${long}a`, "\u{10428}", "\ua4d0"]) {
      const meaning = interpretWords({ agendas: [sampleAgenda(1)], events, locations: [] }, agenda(1), beginning)
      yield* expectWords(
        `words with ${beginning.slice(-3)}`,
        beginning,
        meaning.map(({ events, word }) => `${word} ${events}`).toSorted()
      )
    }
    yield* expectEqual("how many begin so", (yield* wordsOf(agenda(1), long)).length, 2)
  }),
  demand(
    "search.words.changes",
    "wire.md §6, nothing unpublished leaks",
    "the words follow every change of text, state, location and location name, and every removal"
  )(function*() {
    yield* fill(given)
    yield* put(event(3, { title: { fr: "Confidentiel" } }, { locationUid: 1 }))
    yield* expectWords("published", "conf", ["conference 1", "confidentiel 1"])
    yield* put(event(3, { title: { fr: "Confidentiel" } }, { state: 0 }))
    yield* expectWords("withdrawn", "conf", ["conference 1"])
    yield* put(event(1, { title: { fr: "Contes" } }))
    yield* expectWords("rewritten", "con", ["concert 1", "conference 1", "contes 1"])
    yield* expectWords("without location", "hal", ["halle 1"])
    const renamed = sampleLocation(1, 1, { name: "Grange", adminLevel4: "Lyon" })
    yield* transact(locations((store) => store.put(renamed.record, renamed.index)))
    yield* expectWords("renamed", "", ["brest 1", "concert 1", "conference 1", "contes 1", "grange 1", "lyon 1"])
    yield* transact(events((store) => store.remove(2)))
    yield* expectWords("removed", "", ["contes 1"])
    yield* put(event(8, { title: { fr: "Contes et concerts" } }, { locationUid: 1 }))
    yield* expectWords("added", "", ["concerts 1", "contes 2", "grange 1", "lyon 1"])
    yield* transact(removals((store) => store.clear(1, 100)))
    yield* expectWords("with all events of the agenda removed", "", [])
    yield* expectEqual("of another agenda", yield* wordsOf(agenda(2), "c"), ["concert 1", "concombre 1"])
  }),
  demand(
    "search.words.description",
    clause,
    "a misspelt word is corrected to a long word of the description of a published event, as long as the event has it; no stop word, no number and no word of a long description is one"
  )(function*() {
    const described = (uid: number, description: string, state = 2) =>
      event(uid, { title: { fr: "Soirée" }, description: { fr: description }, longDescription: { fr: "Marionnettes" } }, { state })
    yield* fill({
      agendas: [sampleAgenda(1)],
      events: [described(1, "Un concert without bougie, covid19 et 2031, le thé"), described(2, "Clandestine", 1)]
    })
    yield* expectWords("described", "", ["bougie 1", "concert 1", "soiree 1"])
    yield* expectEqual("corrected", yield* correctedIn("cocnert"), ["concert"])
    for (const word of ["clandestime", "marionettes", "withuot", "covide"]) {
      yield* expectEqual(`not corrected: ${word}`, yield* correctedIn(word), [])
    }
    yield* put(described(3, "Le concert des bougies"))
    yield* expectWords("described twice", "", ["bougie 1", "bougies 1", "concert 2", "soiree 2"])
    yield* put(described(1, "Un bal masqué"))
    yield* expectWords("described otherwise", "", ["bougies 1", "concert 1", "masque 1", "soiree 2"])
    yield* transact(events((store) => store.remove(3)))
    yield* expectWords("removed", "", ["masque 1", "soiree 1"])
    yield* expectEqual("no longer corrected", yield* correctedIn("cocnert"), [])
    yield* put(described(2, "Clandestine"))
    yield* expectEqual("corrected once published", yield* correctedIn("clandestime"), ["clandestine"])
  })
]
