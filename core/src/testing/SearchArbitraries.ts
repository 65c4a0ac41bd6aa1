import * as FastCheck from "effect/FastCheck"
import type { MultilingualText } from "../domain/MultilingualText.js"
import type { SearchDocument } from "../record/SearchDocument.js"
import { searchDocument } from "../text/SearchDocument.js"

/** Words that share stems, begin alike, are stop words somewhere, or fold; and such of scripts without stems. */
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
  "l'art"
] as const

const passage = (maxLength: number): FastCheck.Arbitrary<string> =>
  FastCheck.array(FastCheck.constantFrom(...words), { minLength: 1, maxLength }).map((said) => said.join(" "))

/** Two languages with stems, one of them with a region, and one without. */
const text = (maxLength: number): FastCheck.Arbitrary<MultilingualText> =>
  FastCheck.array(FastCheck.tuple(FastCheck.constantFrom("fr", "fr", "en-GB", "br"), passage(maxLength)), { maxLength: 2 })
    .map((texts) => Object.fromEntries(texts))

/** The words of an event that a search looks into. */
export const searchedDocument: FastCheck.Arbitrary<SearchDocument> = FastCheck.record({
  title: text(4),
  keywords: FastCheck.dictionary(FastCheck.constantFrom("fr", "br"), FastCheck.array(passage(2), { maxLength: 2 }), { maxKeys: 1 }),
  description: text(4),
  longDescription: text(8)
}).map(searchDocument)

/** One value of `search`: words, the last of them whole or begun, phrases, or both. */
export const searchValue: FastCheck.Arbitrary<string> = FastCheck.array(
  FastCheck.oneof(
    { weight: 3, arbitrary: FastCheck.constantFrom(...words, "mus", "コン", "set", "nothing") },
    { weight: 1, arbitrary: passage(3).map((said) => `"${said}"`) }
  ),
  { minLength: 1, maxLength: 5 }
).map((parts) => parts.join(" "))
