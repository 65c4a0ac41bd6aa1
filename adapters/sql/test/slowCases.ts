import { suite } from "@agenda-engine/conformance/allCases"

/**
 * Cases with other processes, random histories, a thousand records, or every pair of types. On a database the long run
 * has them; `npm test` has them in memory.
 */
export const slowCases: ReadonlyArray<string> = ["process.", "differential.", "field.retyped.", "volume."]

/** The ids of all others. */
export const quickCases: ReadonlyArray<string> = suite({ runs: 1 })
  .map(({ id }) => id)
  .filter((id) => !slowCases.some((prefix) => id.startsWith(prefix)))
