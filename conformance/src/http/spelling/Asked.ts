/** What the query string of a request says, before anyone spells it: in the order in which it is said. */
export interface Asked {
  readonly [name: string]: AskedValue
}

/** A text where one is taken, a list where several are, names below a name. */
export type AskedValue = string | ReadonlyArray<string | Asked> | Asked

/** Whether a value is a list. */
export const isListed = (value: AskedValue): value is ReadonlyArray<string | Asked> => Array.isArray(value)

/** Whether a value has names below it. */
export const isNested = (value: AskedValue): value is Asked => typeof value === "object" && !isListed(value)
