import { isDeepStrictEqual } from "node:util"

/** Throws when a law does not hold. An `expect` for each of a hundred thousand inputs would be slow. */
export const demand = (holds: boolean, law: string): void => {
  if (!holds) throw new Error(law)
}

/** Throws when two values differ. */
export const demandSame = (found: unknown, wanted: unknown, law: string): void => {
  if (!isDeepStrictEqual(found, wanted)) throw new Error(`${law}: ${JSON.stringify(found)} is not ${JSON.stringify(wanted)}`)
}
