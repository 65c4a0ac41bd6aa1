import type { MultilingualText } from "@agenda-engine/core/domain/text/MultilingualText"
import type { SearchDocument } from "@agenda-engine/core/record/SearchDocument"
import { searchDocument } from "@agenda-engine/core/search/SearchDocument"
import * as FastCheck from "effect/FastCheck"

/**
 * Words that share stems or prefixes, are stop words in some language, or fold; and words of scripts without stemming.
 */
const words = [
  "concert",
  "Concerts",
  "con",
  "le",
  "les",
  "the",
  "de",
  "Été",
  "ete",
  "jazz",
  "Musées",
  "コンサート",
  "100%",
  "Brest",
  "l'art",
  "地域住民",
  "大コンサートDJ",
  "M.J.C.",
  "covid-19"
] as const

const passage = (maxLength: number): FastCheck.Arbitrary<string> =>
  FastCheck.array(FastCheck.constantFrom(...words), { minLength: 1, maxLength }).map((chosen) => chosen.join(" "))

/** Texts in two stemmed languages, one of them with a region, and in one without stemming. */
const text = (maxLength: number): FastCheck.Arbitrary<MultilingualText> =>
  FastCheck.array(FastCheck.tuple(FastCheck.constantFrom("fr", "fr", "en-GB", "br"), passage(maxLength)), { maxLength: 2 })
    .map((texts) => Object.fromEntries(texts))

/** Arbitrary search documents of events. */
export const searchedDocument: FastCheck.Arbitrary<SearchDocument> = FastCheck.record({
  title: text(4),
  keywords: FastCheck.dictionary(FastCheck.constantFrom("fr", "br"), FastCheck.array(passage(2), { maxLength: 2 }), { maxKeys: 1 }),
  description: text(4),
  longDescription: text(8)
}).map(searchDocument)

/** Arbitrary values of `search`: words, prefixes, phrases, or a mixture. */
export const searchValue: FastCheck.Arbitrary<string> = FastCheck.array(
  FastCheck.oneof(
    {
      weight: 3,
      arbitrary: FastCheck.constantFrom(...words, "mus", "コン", "set", "nothing", "住民", "域住民", "サートdj", "サ", "dj", "mjc")
    },
    { weight: 1, arbitrary: passage(3).map((chosen) => `"${chosen}"`) }
  ),
  { minLength: 1, maxLength: 5 }
).map((parts) => parts.join(" "))
