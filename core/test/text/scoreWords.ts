import * as FastCheck from "effect/FastCheck"
import { foldText } from "../../src/domain/foldText.js"
import { analyse, type AnalysedWord } from "../../src/text/analyse.js"
import { stemLanguageOf } from "../../src/text/StemLanguage.js"
import { stemOf } from "../../src/text/stemOf.js"
import { stopLanguagesOf } from "../../src/text/stopWords.js"

type Texts = { readonly [language: string]: string }

/** What search looks into of an event. */
export interface SampleEvent {
  readonly title: Texts
  readonly keywords: { readonly [language: string]: ReadonlyArray<string> }
  readonly description: Texts
  readonly longDescription: Texts
  readonly place: { readonly name: string; readonly city: string } | null
}

/** A search taken apart: the words outside quotes, in order, and those of each phrase. */
export interface SearchedWords {
  readonly words: ReadonlyArray<string>
  readonly phrases: ReadonlyArray<ReadonlyArray<string>>
}

/** Few words, so that they meet: forms of one stem, beginnings of others, stop words of one language or several, accents. */
export const sampleWords = [
  "danse",
  "danser",
  "dans",
  "bal",
  "ballade",
  "fête",
  "fetes",
  "la",
  "the",
  "de",
  "walk",
  "walking",
  "kan"
] as const

const sentence = FastCheck.array(FastCheck.constantFrom(...sampleWords), { maxLength: 4 }).map((words) => words.join(" "))
const inLanguages = <A>(value: FastCheck.Arbitrary<A>) =>
  FastCheck.dictionary(FastCheck.constantFrom("fr", "en", "br"), value, { maxKeys: 2 })

/** Events made of the sample words. */
export const sampleEvents: FastCheck.Arbitrary<SampleEvent> = FastCheck.record({
  title: inLanguages(sentence),
  keywords: inLanguages(FastCheck.array(sentence, { maxLength: 2 })),
  description: inLanguages(sentence),
  longDescription: inLanguages(sentence),
  place: FastCheck.option(FastCheck.record({ name: sentence, city: sentence }))
})

interface WeighedText {
  readonly weight: number
  readonly language: string | null
  readonly words: ReadonlyArray<AnalysedWord>
}

const textsOf = (event: SampleEvent): ReadonlyArray<WeighedText> => {
  const weigh = (weight: number, texts: ReadonlyArray<readonly [string | null, string]>): ReadonlyArray<WeighedText> =>
    texts.map(([language, text]) => ({ weight, language, words: analyse(text, language) }))
  const { place } = event
  return [
    ...weigh(16, Object.entries(event.title)),
    ...weigh(8, Object.entries(event.keywords).flatMap(([language, texts]) => texts.map((text) => [language, text] as const))),
    ...weigh(8, place === null ? [] : [[null, place.name], [null, place.city]]),
    ...weigh(4, Object.entries(event.description)),
    ...weigh(2, Object.entries(event.longDescription))
  ]
}

const isWord = (asked: string, { folded, stem }: AnalysedWord, language: string | null): boolean => {
  const rules = language === null ? null : stemLanguageOf(language)
  return folded === asked || (rules !== null && stemOf(rules, asked) === stem)
}

const best = (values: ReadonlyArray<number>): number => Math.max(0, ...values)

const holdsPhrase = (phrase: ReadonlyArray<string>, { language, words }: WeighedText): boolean =>
  words.some((_, start) =>
    phrase.every((asked, offset) => {
      const word = words[start + offset]
      return word !== undefined && isWord(asked, word, language)
    })
  )

/** The score of an event as the rule says it, word by word, without tokens or lines: slow, and nothing to do with how it is stored. */
export const scoreWords = (event: SampleEvent, { phrases, words }: SearchedWords): number | null => {
  const texts = textsOf(event)
  const used = new Set(texts.flatMap(({ language, words }) => words.length === 0 || language === null ? [] : [language]))
  const asked = words.map(foldText)
  const wordScores = [...new Set(asked)].map((word) => {
    const isLast = asked.indexOf(word) === asked.length - 1
    const score = best(texts.flatMap(({ language, weight, words }) =>
      words.map((each) => {
        if (isWord(word, each, language)) return weight
        return isLast && each.folded.startsWith(word) ? weight / 2 : 0
      })
    ))
    return score === 0 && !stopLanguagesOf(word).some((language) => used.has(language)) ? null : score
  })
  const folded = [...new Set(phrases.map((phrase) => phrase.map(foldText).join(" ")))].map((phrase) => phrase.split(" "))
  const phraseScores = folded.map((phrase) => {
    const score = best(texts.map((text) => holdsPhrase(phrase, text) ? 2 * phrase.length * text.weight : 0))
    return score === 0 ? null : score
  })
  return [...wordScores, ...phraseScores].reduce((sum, score) => sum === null || score === null ? null : sum + score, 0)
}
