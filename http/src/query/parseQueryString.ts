import { parse } from "qs"

/** A parsed query string: text, lists and objects, nested by the brackets and dots of its keys. */
export interface QueryTree {
  readonly [name: string]: QueryValue
}

/** A part of a `QueryTree`. */
export type QueryValue = string | ReadonlyArray<string | QueryTree> | QueryTree | undefined

/**
 * The parameter that a key of a query string belongs to, in every spelling that the parser takes; empty when there is
 * none.
 *
 * @example
 * parameterOf("timings[gte]") // "timings"
 * parameterOf(".key") // "key"
 */
export const parameterOf = (key: string): string => /[^[\].]+/.exec(key)?.[0] ?? ""

/** Brackets nested deeper than any parameter uses stay in the key. */
const depth_max = 5

/**
 * Lists with larger indices are parsed as objects, which readers accept as lists too. This bounds memory, not the
 * input.
 */
const index_max = 1_000

/**
 * Parses a query string in every spelling of wire.md §2: `a=x`, repeated, `a[]=x`, `a[0]=x`, `a[gte]=x`, `a.gte=x`,
 * nested, lists of objects, percent-encoded brackets. Never fails: malformed parts stay text, for the reader of the
 * parameter to refuse.
 *
 * @example
 * parseQueryString("timings.gte=today&uid[]=1&uid[]=2") // { timings: { gte: "today" }, uid: ["1", "2"] }
 */
export const parseQueryString = (queryString: string): QueryTree =>
  queryString === "" ? {} : parse(queryString, {
    allowDots: true,
    arrayLimit: index_max,
    depth: depth_max,
    parameterLimit: Number.POSITIVE_INFINITY,
    plainObjects: true
  })
