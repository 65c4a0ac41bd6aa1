import * as Effect from "effect/Effect"
import { markedWords } from "../data/skewedEvents.js"
import { frequentWords } from "../data/vocabulary.js"
import { towns } from "../data/words.js"
import { coldInEngine } from "./loop/inEngine.js"
import { startLoop } from "./loop/startLoop.js"
import type { Scenario } from "./Scenario.js"
import type { Target } from "./Target.js"

const { common, medium } = markedWords
const [{ name: town } = { name: "" }] = towns

const titleWord_length_min = 8

/** A word of some titles: misspelt, it is corrected. */
const titleWord = frequentWords(300).findLast((word) => word.length >= titleWord_length_min && word.charAt(4) !== word.charAt(5)) ?? ""

/** The word with two letters swapped in its middle. */
const swapped = (word: string): string => `${word.slice(0, 4)}${word.charAt(5)}${word.charAt(4)}${word.slice(6)}`

const unknownWords_count = 64
const letters = "bcdfghjk"

/** As many words as a search may have, none of which any event has. */
const unknownWords = Array.from(
  { length: unknownWords_count },
  (_, index) => `zyx${letters.charAt(index >> 3)}${letters.charAt(index & 7)}`
).join(" ")

const searches = {
  word: medium.word,
  place: town,
  "two words": `${medium.word} ${town}`,
  phrase: `"${common.word} ${medium.word}"`,
  "title word": titleWord,
  "title word, misspelt": swapped(titleWord),
  "64 unknown words": unknownWords
} as const

const agendas = [
  { name: "1 000", key: "little", p50_ms_max: null },
  { name: "20 000", key: "middle", p50_ms_max: 10 },
  { name: "200 000", key: "largest", p50_ms_max: 40 }
] as const

const limited = ["word", "place", "two words", "phrase"] as const

const targetsOf = ({ name, p50_ms_max }: (typeof agendas)[number]): ReadonlyArray<Target> => [
  ...(p50_ms_max === null ? [] : limited.map((search) => ({
    what: `search for a ${search.replace("two words", "pair of words")}, agenda of ${name}, in the engine`,
    of: `${search}, ${name}`,
    measure: "p50_ms" as const,
    answers: "uncached" as const,
    atMost: p50_ms_max
  }))),
  {
    what: `search for a misspelt word, against the word itself, agenda of ${name}`,
    of: `title word, misspelt, ${name}`,
    to: `title word, ${name}`,
    measure: "p50_ms",
    answers: "uncached",
    atMost: 2
  },
  {
    what: `search for 64 unknown words, agenda of ${name}, in the engine`,
    of: `64 unknown words, ${name}`,
    measure: "p50_ms",
    answers: "uncached",
    atMost: 50
  }
]

/** Searches of each kind, in agendas of each size, beside the list without a search. */
export const searchScenario: Scenario = {
  name: "searches",
  title: "20 events by searches of each kind, cold, in the engine: agendas of 1 000, 20 000 and 200 000; against the list without a search",
  on: ["large"],
  asked: "all",
  prepare: (world) =>
    Effect.map(startLoop(world, { on: "engine", file: world.file }), (loop) =>
      agendas.flatMap(({ key, name }) => [
        { ...coldInEngine(world, loop, `no search, ${name}`, world.agendas[key], "size=20"), isFloor: true },
        ...Object.entries(searches).map(([search, words]) =>
          coldInEngine(world, loop, `${search}, ${name}`, world.agendas[key], `search=${encodeURIComponent(words)}`)
        )
      ])),
  targets: agendas.flatMap(targetsOf)
}
