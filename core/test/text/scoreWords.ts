import * as FastCheck from "effect/FastCheck"
import { foldText } from "../../src/domain/text/foldText.js"
import { stemLanguageOf } from "../../src/search/StemLanguage.js"
import { stemOf } from "../../src/search/stemOf.js"
import { stopLanguagesOf } from "../../src/search/stopWords.js"
import { analyse, type AnalysedWord } from "./analyse.js"

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

/**
 * Few words, so that they meet: forms of one stem, beginnings of others, stop words of one language or several,
 * accents.
 */
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
  /** The languages whose stop words are stop words in it. */
  readonly stopLanguages: ReadonlyArray<string>
}

const isSaid = (text: string): boolean => analyse(text, null).length > 0

/** The languages of an event that have stems. */
const languagesOf = ({ description, keywords, longDescription, title }: SampleEvent): ReadonlyArray<string> => {
  const said = [title, description, longDescription].flatMap((texts) => Object.entries(texts)).filter(([, text]) => isSaid(text))
  const listed = Object.entries(keywords).filter(([, texts]) => texts.some(isSaid))
  return [...new Set([...said, ...listed].map(([language]) => language))].filter((language) => stemLanguageOf(language) !== null)
}

const textsOf = (event: SampleEvent): ReadonlyArray<WeighedText> => {
  const weigh = (
    weight: number,
    texts: ReadonlyArray<readonly [string | null, string]>,
    more: ReadonlyArray<string> = []
  ): ReadonlyArray<WeighedText> =>
    texts.map(([language, text]) => ({
      weight,
      language,
      words: analyse(text, language),
      stopLanguages: language === null ? more : [language, ...more]
    }))
  const { place } = event
  const languages = languagesOf(event)
  const read: ReadonlyArray<string | null> = languages.length === 0 ? [null] : languages
  return [
    ...weigh(16, Object.entries(event.title)),
    ...weigh(8, Object.entries(event.keywords).flatMap(([language, texts]) => texts.map((text) => [language, text] as const))),
    ...weigh(
      8,
      place === null ? [] : read.flatMap((language) => [[language, place.name] as const, [language, place.city] as const]),
      languages
    ),
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

/** Whether a word is a stop word in one of these languages. */
const stopsIn = (word: string, languages: ReadonlyArray<string>): boolean =>
  stopLanguagesOf(word).some((language) => languages.includes(language))

/**
 * The score of an event as the rule says it, word by word, without tokens or lines: slow, and nothing to do with how it
 * is stored.
 */
export const scoreWords = (event: SampleEvent, { phrases, words }: SearchedWords): number | null => {
  const texts = textsOf(event)
  const used = languagesOf(event)
  const asked = words.map(foldText)
  const all = [...words, ...phrases.flat()].map(foldText)
  const isAlone = (language: string) => all.every((word) => stopsIn(word, [language]))
  const isIgnored = (word: string, language: string) => stopsIn(word, [language]) && !isAlone(language)
  const wordScores = [...new Set(asked)].map((word) => {
    const isLast = asked.indexOf(word) === asked.length - 1
    const score = best(texts.flatMap(({ language, stopLanguages, weight, words }) =>
      words.map((each) => {
        if (language !== null && isIgnored(word, language)) return 0
        const isStop = language !== null && stemLanguageOf(language) !== null && stopsIn(each.folded, stopLanguages)
        const mayBeStop = language !== null && stopsIn(word, [language])
        if (isWord(word, each, language) && (!isStop || mayBeStop)) return weight
        return isLast && !isStop && each.folded.startsWith(word) ? weight / 2 : 0
      })
    ))
    return score === 0 && !used.some((language) => isIgnored(word, language)) ? null : score
  })
  const folded = [...new Set(phrases.map((phrase) => phrase.map(foldText).join(" ")))].map((phrase) => phrase.split(" "))
  const phraseScores = folded.map((phrase) => {
    const holding = texts.filter((text) => holdsPhrase(phrase, text))
    const scores = holding.map(({ language, stopLanguages, weight }) => {
      const isExempt = language === null || stemLanguageOf(language) === null || isAlone(language)
      return 2 * weight * (isExempt ? phrase : phrase.filter((word) => !stopsIn(word, stopLanguages))).length
    })
    return holding.length === 0 ? null : best(scores)
  })
  const sum = [...wordScores, ...phraseScores].reduce((sum, score) => sum === null || score === null ? null : sum + score, 0)
  return sum === 0 ? null : sum
}
