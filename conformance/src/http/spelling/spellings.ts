import { type Asked, type AskedValue, isListed, isNested } from "./Asked.js"
import { aliases, bareFacets, emptyNull, otherBooleans, rename, type Renaming, shortestFacets, shortFacets } from "./renamings.js"

/** A key of a query string with its value, neither of them encoded. */
type Pair = readonly [key: string, value: string]

/** How keys are written (wire.md §2, Query syntax). */
interface Hand {
  /** After the name of a list of texts: `a=x`, `a[]=x` or `a[0]=x`. */
  readonly item: (index: number) => string
  /** Before a name below another: `a[gte]` or `a.gte`. */
  readonly below: (name: string) => string
}

const inBrackets = (name: string): string => `[${name}]`
const afterDot = (name: string): string => `.${name}`

const repeated: Hand = { item: () => "", below: inBrackets }
const emptyBrackets: Hand = { item: () => "[]", below: inBrackets }
const indices: Hand = { item: (index) => `[${index}]`, below: inBrackets }
const gaps: Hand = { item: (index) => `[${index * 7 + 3}]`, below: inBrackets }
const bracketsFromSecond: Hand = { item: (index) => index === 0 ? "" : "[]", below: inBrackets }
const dotted: Hand = { item: () => "[]", below: afterDot }

const pairsOf = (key: string, value: AskedValue, hand: Hand): ReadonlyArray<Pair> => {
  if (typeof value === "string") return [[key, value]]
  if (isNested(value)) return Object.entries(value).flatMap(([name, below]) => pairsOf(key + hand.below(name), below, hand))
  return value.flatMap((item, index) =>
    typeof item === "string" ? pairsOf(key + hand.item(index), item, hand) : pairsOf(`${key}[${index}]`, item, hand)
  )
}

const pairs = (asked: Asked, hand: Hand): ReadonlyArray<Pair> =>
  Object.entries(asked).flatMap(([name, value]) => pairsOf(name, value, hand))

const plain = (text: string): string => encodeURIComponent(text).replaceAll("%5B", "[").replaceAll("%5D", "]")
const withPlus = (text: string): string => plain(text).replaceAll("%2B", "+")
const lowerCase = (text: string): string => encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
const everyByte = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`).join("")

const write = (written: ReadonlyArray<Pair>, encode: (text: string) => string): string =>
  written.map(([key, value]) => `${encode(key)}=${encode(value)}`).join("&")

/** As browsers write forms, spaces as `+`. */
const form = (written: ReadonlyArray<Pair>): string =>
  new URLSearchParams(written.map(([key, value]): [string, string] => [key, value])).toString()

/** Parameters without a value, which are absent ones, and parameters that nobody knows (wire.md §2). */
const emptyNames = [
  "sort",
  "size",
  "search",
  "keyword[]",
  "uid",
  "genre[]",
  "price[gte]",
  "timings[gte]",
  "timings[tz]",
  "age[0][lte]",
  "geo[northEast][lat]",
  "geo[northEast][lng]",
  "geo[southWest][lat]",
  "extId[key]",
  "extId[0][value]",
  "aggs[0][type]",
  "aggregations[]",
  "city",
  "after",
  "from",
  "if",
  "official",
  "limit"
]
const unknown: ReadonlyArray<Pair> = [["utm_source", "x"], ["nonsense[deep][er][]", "1"], ["__proto__[a]", "1"], ["toString", "1"]]

const noisy = (asked: Asked): ReadonlyArray<Pair> => {
  const empty = (key: string): Pair => [key, ""]
  const begun = new Set(Object.keys(asked))
  const others = emptyNames.filter((key) => !begun.has(key.replace(/\[.*/, "")))
  const besides = Object.entries(asked).flatMap(([name, value]) =>
    isListed(value) && value.every((item) => typeof item === "string") ? [empty(`${name}[]`)] : []
  )
  return [...others.map(empty), ...besides, ...pairs(asked, emptyBrackets), ...unknown]
}

const backwards = (asked: Asked): Asked => Object.fromEntries(Object.entries(asked).reverse())

/** The first value under its name, the others under the alias: together they are one list. */
const mixed = (asked: Asked, { names }: Renaming): ReadonlyArray<Pair> =>
  Object.entries(asked).flatMap(([name, value]) => {
    const alias = names[name]
    if (alias === undefined || !isListed(value)) return pairsOf(name, value, emptyBrackets)
    return [...pairsOf(name, value.slice(0, 1), emptyBrackets), ...pairsOf(alias, value.slice(1), emptyBrackets)]
  })

/**
 * One request in every spelling that wire.md §2 defines, by the name of the spelling; those that come out alike are
 * there once.
 *
 * @example
 * spellings({ uid: ["1", "2"] }) // [["repeated", "uid=1&uid=2"], ["empty brackets", "uid[]=1&uid[]=2"], …]
 */
export const spellings = (asked: Asked, also: Renaming = aliases): ReadonlyArray<readonly [spelling: string, queryString: string]> => {
  const renamed = (renaming: Renaming, hand: Hand) => write(pairs(rename(asked, renaming), hand), plain)
  const all: ReadonlyArray<readonly [string, string]> = [
    ["repeated", write(pairs(asked, repeated), plain)],
    ["empty brackets", write(pairs(asked, emptyBrackets), plain)],
    ["indices", write(pairs(asked, indices), plain)],
    ["indices with gaps", write(pairs(asked, gaps), plain)],
    ["empty brackets from the second on", write(pairs(asked, bracketsFromSecond), plain)],
    ["plus signs as they are", write(pairs(asked, repeated), withPlus)],
    ["dotted", write(pairs(asked, dotted), plain)],
    ["percent-encoded brackets", write(pairs(asked, indices), encodeURIComponent)],
    ["percent-encoded brackets in lower case", write(pairs(asked, emptyBrackets), lowerCase)],
    ["every byte percent-encoded", write(pairs(asked, emptyBrackets), everyByte)],
    ["a form", form(pairs(asked, emptyBrackets))],
    ["backwards", write(pairs(backwards(asked), emptyBrackets), plain)],
    ["among empty and unknown parameters", write(noisy(asked), plain)],
    ["aliases", renamed(also, emptyBrackets)],
    ["aliases, dotted", renamed(also, dotted)],
    ["aliases mixed with names", write(mixed(asked, also), plain)],
    ["words for booleans", renamed(otherBooleans, repeated)],
    ["empty for null", renamed(emptyNull, repeated)],
    ["short facets", renamed(shortFacets, emptyBrackets)],
    ["short facets under a short name", renamed(shortestFacets, dotted)],
    ["bare facets, repeated", write(pairs(bareFacets(asked), repeated), plain)],
    ["bare facets, empty brackets", write(pairs(bareFacets(asked), emptyBrackets), plain)],
    ["bare facets, indices", write(pairs(bareFacets(asked), indices), encodeURIComponent)]
  ]
  return all.filter(([, queryString], index) => all.findIndex(([, other]) => other === queryString) === index)
}
