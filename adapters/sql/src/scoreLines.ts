import { fieldsOfRun, type SearchField, searchFields, searchWeights } from "@agenda-engine/core/text/SearchDocument"
import type { SearchAlternative, SearchPhrase, SearchWord } from "@agenda-engine/core/text/SearchPlan"
import type { Fragment } from "@effect/sql/Statement"
import type { SqlContext } from "./isOneOf.js"
import { languageBits, lineColumns } from "./row/SearchRow.js"

/** What a line has to contain for so much. */
interface Hit {
  readonly weight: number
  readonly field: SearchField
  readonly contained: string
}

/** The case of the heaviest of some hits; `otherwise` where there is none. */
const heaviest = ({ dialect, sql }: SqlContext, hits: ReadonlyArray<Hit>, otherwise: Fragment): Fragment => {
  const weights = [...new Set(hits.map(({ weight }) => weight))].toSorted((left, right) => right - left)
  const cases = weights.map((weight) => {
    const found = hits.filter((hit) => hit.weight === weight)
    const contains = found.map(({ contained, field }) => dialect.contains(sql, sql.literal(`s.${lineColumns[field]}`), contained))
    return sql`WHEN ${sql.or(contains)} THEN ${sql.literal(String(weight))}`
  })
  return sql`CASE ${sql.join(" ", false)(cases)} ELSE ${otherwise} END`
}

const wordScore = (context: SqlContext, { optionalIn, prefixes, tokens }: SearchWord): Fragment => {
  const { sql } = context
  const hits = searchFields.flatMap((field): ReadonlyArray<Hit> => [
    ...tokens.map((token) => ({ weight: searchWeights[field], field, contained: ` ${token} ` })),
    ...prefixes.map((prefix) => ({ weight: searchWeights[field] / 2, field, contained: ` ${prefix}` }))
  ])
  const without = optionalIn.length === 0
    ? "NULL"
    : `CASE WHEN s.languages & ${languageBits(optionalIn)} <> 0 THEN 0 ELSE NULL END`
  return heaviest(context, hits, sql.literal(without))
}

const phraseScore = (context: SqlContext, { runs }: SearchPhrase): Fragment =>
  heaviest(
    context,
    runs.flatMap((run) =>
      fieldsOfRun(run).map((field) => ({ weight: 2 * run.scored * searchWeights[field], field, contained: ` ${run.tokens} ` }))
    ),
    context.sql.literal("NULL")
  )

/** What an alternative gives the event whose lines `s` has, read off the lines themselves; null or 0 where it does not match. */
export const scoreLines = (context: SqlContext, { phrases, words: sought }: SearchAlternative): Fragment =>
  context.sql`(${
    context.sql.join(" + ", false)([
      ...phrases.map((phrase) => phraseScore(context, phrase)),
      ...sought.map((word) => wordScore(context, word))
    ])
  })`
