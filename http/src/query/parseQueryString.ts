import { parse } from "qs"

/** A query string taken apart: text, lists and objects, nested as the brackets and dots of its keys say. */
export interface QueryTree {
  readonly [name: string]: QueryValue
}

/** A part of a `QueryTree`. */
export type QueryValue = string | ReadonlyArray<string | QueryTree> | QueryTree | undefined

/** Deeper brackets than any parameter uses stay in the key. */
const depth_max = 5

/** Lists with larger indices arrive as objects, which readers take for lists too: a bound on memory, not on what is accepted. */
const index_max = 1_000

/**
 * Takes a query string apart, in every spelling of wire.md §2: `a=x`, repeated, `a[]=x`, `a[0]=x`, `a[gte]=x`, `a.gte=x`, nested, lists of
 * objects, percent-encoded brackets. Never fails: what is malformed stays as text for whoever reads the parameter.
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
