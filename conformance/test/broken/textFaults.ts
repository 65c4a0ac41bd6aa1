import { EventSearch } from "@agenda-engine/core/ports/event/EventSearch"
import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { LocationStore } from "@agenda-engine/core/ports/LocationStore"
import type { VocabularyWord } from "@agenda-engine/core/record/VocabularyWord"
import type { PhraseRun, SearchAlternative, SearchPlan } from "@agenda-engine/core/search/SearchPlan"
import { stemOf } from "@agenda-engine/core/search/stemOf"
import { stopToken } from "@agenda-engine/core/search/tokenText"
import * as Effect from "effect/Effect"
import { breaking, broken, type BrokenStore } from "./BrokenStore.js"

/** The stores that look for something else than a search asks for. */
const searchingFor = (
  change: (alternative: SearchAlternative) => SearchAlternative,
  plan: (plan: SearchPlan) => SearchPlan = (plan) => plan
) =>
  breaking(EventSearch, (store) => ({
    search: (asked) =>
      store.search({
        ...asked,
        live: asked.live?.map((condition) =>
          condition._tag === "Search"
            ? { ...condition, search: plan({ alternatives: condition.search.alternatives.map(change) }) }
            : condition
        ) ?? null
      })
  }))

/** The stores that compare other runs of each phrase. */
const searchingPhrases = (change: (runs: ReadonlyArray<PhraseRun>) => ReadonlyArray<PhraseRun>) =>
  searchingFor(({ phrases, ...rest }) => ({ ...rest, phrases: phrases.map((phrase) => ({ ...phrase, runs: change(phrase.runs) })) }))

/** The stores that break full-text search. */
export const textFaults: ReadonlyArray<BrokenStore> = [
  {
    fault: "matches every word as a prefix",
    caughtBy: ["search.text.prefix-last-only"],
    layer: searchingFor(({ words, ...rest }) => ({ ...rest, words: words.map((word) => ({ ...word, prefixes: [`p:${word.folded}`] })) }))
  },
  {
    fault: "matches no word as a prefix",
    caughtBy: ["search.text.prefix", "search.text.scripts"],
    layer: searchingFor(({ words, ...rest }) => ({ ...rest, words: words.map((word) => ({ ...word, prefixes: [] })) }))
  },
  {
    fault: "requires stop words",
    caughtBy: ["search.text.stop-words", "search.text.many-stop-words"],
    layer: searchingFor(({ words, ...rest }) => ({ ...rest, words: words.map((word) => ({ ...word, optionalIn: [] })) }))
  },
  {
    fault: "ignores stop words",
    caughtBy: ["search.text.stop-words"],
    layer: searchingFor((alternative) => {
      const words = alternative.words.filter(({ optionalIn }) => optionalIn.length === 0)
      return words.length === 0 ? alternative : { ...alternative, words }
    })
  },
  {
    fault: "scores stop words in texts of their language",
    caughtBy: ["search.text.stop-words"],
    layer: searchingFor(({ words, ...rest }) => ({
      ...rest,
      words: words.map((word) => ({
        ...word,
        tokens: [...word.tokens, ...word.optionalIn.map((language) => stopToken(language, stemOf(language, word.folded)))]
      }))
    }))
  },
  {
    fault: "matches the words of a phrase separately",
    caughtBy: ["search.text.phrase"],
    layer: searchingFor(({ phrases, ...rest }) => ({
      ...rest,
      phrases: phrases.flatMap(({ runs }) =>
        (runs[0]?.tokens ?? "").split(" ").map((plain, index) => ({
          folded: plain,
          runs: runs.map(({ placeOnly, tokens }) => ({ tokens: tokens.split(" ")[index] ?? "", scored: 1, placeOnly }))
        }))
      )
    }))
  },
  {
    fault: "finds no phrase in a location name for one pair of languages",
    caughtBy: ["search.text.phrase-of-place"],
    layer: searchingPhrases((runs) => runs.filter(({ placeOnly }) => !placeOnly))
  },
  {
    fault: "scores the stop words of a phrase",
    caughtBy: ["search.text.stop-words-in-phrase", "search.text.stop-words-as-phrase"],
    layer: searchingPhrases((runs) => runs.map((run) => ({ ...run, scored: run.tokens.split(" ").length })))
  },
  {
    fault: "ignores phrases of stop words when there are other words",
    caughtBy: ["search.text.stop-words-as-phrase"],
    layer: searchingFor(({ phrases, words, ...rest }) => ({
      ...rest,
      phrases: words.length === 0 ? phrases : phrases.filter(({ runs }) => runs.every(({ scored }) => scored > 0)),
      words
    }))
  },
  {
    fault: "matches words without stems",
    caughtBy: ["search.text.stems"],
    layer: searchingFor(({ words, ...rest }) => ({
      ...rest,
      words: words.map((word) => ({ ...word, tokens: word.tokens.map((token) => `${token.slice(0, token.indexOf(":"))}:${word.folded}`) }))
    }))
  },
  {
    fault: "uses the first of several searches",
    caughtBy: ["search.text.alternatives", "search.text.scripts"],
    layer: searchingFor((alternative) => alternative, ({ alternatives }) => ({ alternatives: alternatives.slice(0, 1) }))
  },
  {
    fault: "uses at most 32 words of a search",
    caughtBy: ["search.text.many-words"],
    layer: searchingFor(({ words, ...rest }) => ({ ...rest, words: words.slice(0, 32) }))
  },
  broken("requires more than the minimum score", ["search.text.least"], EventSearch, (store) => ({
    search: (asked) =>
      store.search({
        ...asked,
        live: asked.live?.map((condition) => condition._tag === "Search" ? { ...condition, least: condition.least + 1 } : condition) ??
          null
      })
  })),
  broken("keeps the words that were first asked for", ["search.words.changes"], EventSearch, (store) => {
    const known = new Map<string, ReadonlyArray<VocabularyWord>>()
    return {
      words: (scope, beginning) =>
        Effect.map(store.words(scope, beginning), (words) => {
          const first = known.get(beginning) ?? words
          known.set(beginning, first)
          return first
        })
    }
  }),
  broken("orders equal scores by uid", ["search.relevance.forms", "search.relevance.next"], EventSearch, (store) => ({
    search: (asked) =>
      store.search({
        ...asked,
        segments: asked.segments.map((segment) => ({ ...segment, order: segment.order.filter(({ key }) => key === "score") }))
      })
  })),
  {
    fault: "compares words with folded accents only",
    caughtBy: ["search.relevance.accents"],
    layer: searchingFor((alternative) => ({
      ...alternative,
      words: alternative.words.map((word) => ({ ...word, typed: `p:${word.folded}` }))
    }))
  },
  {
    fault: "ignores the order of words",
    caughtBy: ["search.relevance.adjacent"],
    layer: searchingFor((alternative) => ({ ...alternative, inOrder: [] }))
  },
  broken("indexes no keywords", ["search.text.parts"], EventStore, (store) => ({
    put: (record, index) => store.put(record, { ...index, search: { ...index.search, keywords: "" } })
  })),
  broken("indexes no descriptions", ["search.text.parts", "search.words.description"], EventStore, (store) => ({
    put: (record, index) => store.put(record, { ...index, search: { ...index.search, description: "" } })
  })),
  broken("indexes no area of locations", ["search.text.area", "search.text.moved-location"], LocationStore, (store) => ({
    put: (record, index) =>
      store.put(record, { ...index, place: index.place.split("\n").filter((line) => !line.startsWith("|")).join("\n") })
  })),
  broken("keeps the words of a location's first name", ["search.text.renamed-location"], LocationStore, (store) => {
    const places = new Map<number, string>()
    return {
      put: (record, index) => {
        const place = places.get(record.uid) ?? index.place
        places.set(record.uid, place)
        return store.put(record, { ...index, place })
      }
    }
  })
]
