import { type Coding, codings } from "./Compressor.js"

/** A member of `Accept-Encoding`: a coding in lower case or `*`, with its quality from 0 (not acceptable) to 1. */
export interface AcceptedCoding {
  readonly coding: string
  readonly weight: number
}

const member = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*(?:;[ \t]*q[ \t]*=[ \t]*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/i

/** Parses `Accept-Encoding`. Malformed members are ignored (RFC 9110 §12.5.3). */
export const readAcceptEncoding = (header: string): ReadonlyArray<AcceptedCoding> =>
  header.split(",").flatMap((text) => {
    const [, coding, weight = "1"] = member.exec(text.trim()) ?? []
    return coding === undefined ? [] : [{ coding: coding.toLowerCase(), weight: Number(weight) }]
  })

/** Aliases of codings (RFC 9110 §8.4.1.3). */
const aliases: { readonly [name: string]: string } = { "x-gzip": "gzip" }

/**
 * The supported coding that the client prefers; null: no compression. Ties go to the better compression. Null when
 * `identity` has a higher quality, when no coding is acceptable and without the header (RFC 9110 §12.5.3).
 *
 * @example
 * chooseCoding("gzip, br;q=0.8, *;q=0.1") // "gzip"
 */
export const chooseCoding = (header: string | undefined): Coding | null => {
  const accepted = readAcceptEncoding(header ?? "")
  const weightOf = (name: string): number | undefined => accepted.find(({ coding }) => (aliases[coding] ?? coding) === name)?.weight
  const others = weightOf("*") ?? 0
  const [best] = codings
    .map((coding) => ({ coding, weight: weightOf(coding) ?? others }))
    .toSorted((left, right) => right.weight - left.weight)
  return best === undefined || best.weight === 0 || best.weight < (weightOf("identity") ?? 0) ? null : best.coding
}
