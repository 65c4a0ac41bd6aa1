import { suite } from "@agenda-engine/conformance/allCases"

/**
 * Cases with other processes, random histories, a thousand records, every pair of types, walks through every page, or
 * searches from every position. On a database the long run has them; `npm test` has them in memory.
 */
export const slowCases: ReadonlyArray<string> = [
  "process.",
  "differential.",
  "field.retyped.",
  "volume.",
  "walk.",
  "event.transitions.everywhere",
  "search.known-counts.every-start",
  "search.known-counts.of-any-page",
  "search.relevance.small-pages",
  "search.relevance.walk",
  "search.text.many-words",
  "search.text.state-moves"
]

/** On Postgres, where each statement is a round trip, most searches are slow too. */
export const slowOnPostgres: ReadonlyArray<string> = [
  ...slowCases,
  "agenda.search.",
  "event.transitions.",
  "location.search.",
  "search.condition.",
  "search.known-counts.",
  "search.many.",
  "search.order.",
  "search.page.",
  "search.relevance.",
  "search.text."
]

/** The ids of all cases but the slow ones. */
export const quickCases = (slow: ReadonlyArray<string>): ReadonlyArray<string> =>
  suite({ runs: 1 })
    .map(({ id }) => id)
    .filter((id) => !slow.some((prefix) => id.startsWith(prefix)))
