import { type SearchField, searchFields, searchWeights } from "@agenda-engine/core/text/SearchDocument"
import type { SearchAlternative, SearchPhrase, SearchWord } from "@agenda-engine/core/text/SearchPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { Words } from "./isOneOf.js"
import { languageBits, lineColumns } from "./row/SearchRow.js"

/** What a line has to contain for so much. */
interface Hit {
  readonly weight: number
  readonly field: SearchField
  readonly contained: string
}

/** The case of the heaviest of some hits; `otherwise` where there is none. */
const heaviest = ({ dialect, sql }: Words, hits: ReadonlyArray<Hit>, otherwise: Fragment): Fragment => {
  const weights = [...new Set(hits.map(({ weight }) => weight))].toSorted((left, right) => right - left)
  const cases = weights.map((weight) => {
    const found = hits.filter((hit) => hit.weight === weight)
    const contains = found.map(({ contained, field }) => dialect.contains(sql, sql.literal(`s.${lineColumns[field]}`), contained))
    return sql`WHEN ${sql.or(contains)} THEN ${sql.literal(String(weight))}`
  })
  return sql`CASE ${sql.join(" ", false)(cases)} ELSE ${otherwise} END`
}

const wordScore = (words: Words, { optionalIn, prefixes, tokens }: SearchWord): Fragment => {
  const { sql } = words
  const hits = searchFields.flatMap((field): ReadonlyArray<Hit> => [
    ...tokens.map((token) => ({ weight: searchWeights[field], field, contained: ` ${token} ` })),
    ...prefixes.map((prefix) => ({ weight: searchWeights[field] / 2, field, contained: ` ${prefix}` }))
  ])
  const without = optionalIn.length === 0
    ? "NULL"
    : `CASE WHEN s.languages & ${languageBits(optionalIn)} <> 0 THEN 0 ELSE NULL END`
  return heaviest(words, hits, sql.literal(without))
}

const phraseScore = (words: Words, { length, runs }: SearchPhrase): Fragment =>
  heaviest(
    words,
    searchFields.flatMap((field) => runs.map((run) => ({ weight: 2 * length * searchWeights[field], field, contained: ` ${run} ` }))),
    words.sql.literal("NULL")
  )

/** What an alternative gives the event whose lines `s` has, read off the lines themselves; null or 0 where it does not match. */
export const scoreLines = (words: Words, { phrases, words: sought }: SearchAlternative): Fragment =>
  words.sql`(${
    words.sql.join(" + ", false)([
      ...phrases.map((phrase) => phraseScore(words, phrase)),
      ...sought.map((word) => wordScore(words, word))
    ])
  })`
