import { type Asked, type AskedValue, isListed, isNested } from "./Asked.js"

/** What a request may be called otherwise: names and words that mean the same (wire.md §2, Aliases; §6, Facets). */
export interface Renaming {
  /** Other names of parameters. */
  readonly names: { readonly [name: string]: string }
  /** Other names of what stands below a parameter. */
  readonly members: { readonly [parameter: string]: { readonly [member: string]: string } }
  /** Other words for values, by parameter. */
  readonly words: { readonly [parameter: string]: { readonly [word: string]: string } }
}

const flags = { "0": "false", "1": "true" }

/** The aliases of wire.md §2. */
export const aliases: Renaming = {
  names: {
    adminLevel1: "region",
    adminLevel2: "department",
    adminLevel4: "city",
    adminLevel6: "district",
    aggregations: "aggs",
    includeFields: "if",
    timings: "date"
  },
  members: {},
  words: {
    relative: { current: "ongoing" },
    threshold: { off: "false" },
    sort: {
      "location.adminLevel1.asc": "location.region.asc",
      "location.adminLevel2.desc": "location.department.desc",
      "location.adminLevel4.asc": "location.city.asc",
      "location.adminLevel4.desc": "location.city.desc",
      "location.adminLevel6.asc": "location.district.asc"
    }
  }
}

/** The aliases of a list of locations beside them (wire.md §5, Locations). */
export const locationAliases: Renaming = { ...aliases, names: { sort: "order" } }

/** The other spelling of booleans (wire.md §2). */
export const otherBooleans: Renaming = {
  names: {},
  members: {},
  words: { official: flags, featured: flags, removed: flags, detailed: flags, includeLabels: flags, includeSort: flags, free: flags }
}

/** The empty value that means null (wire.md §2). */
export const emptyNull: Renaming = { names: {}, members: {}, words: { removed: { null: "" } } }

const shortMembers = { type: "t", key: "k", field: "f", size: "s", missing: "m" }

/** The short keys of facets, under the long name and the short one (wire.md §6, Facets). */
export const shortFacets: Renaming = {
  names: {},
  members: { aggregations: shortMembers },
  words: { aggregations: { additionalFields: "af" } }
}

/** The short keys of facets under their short name. */
export const shortestFacets: Renaming = { ...shortFacets, names: { aggregations: "aggs" } }

const other = (words: { readonly [word: string]: string } | undefined, word: string): string =>
  words !== undefined && Object.hasOwn(words, word) ? words[word] ?? word : word

const renameValue = (value: string | Asked, name: string, { members, words }: Renaming): string | Asked =>
  isNested(value)
    ? Object.fromEntries(
      Object.entries(value).map(([member, below]) => [
        other(members[name], member),
        member === "type" && typeof below === "string" ? other(words[name], below) : below
      ])
    )
    : other(words[name], value)

/** A request with other names and words that mean the same. */
export const rename = (asked: Asked, renaming: Renaming): Asked =>
  Object.fromEntries(
    Object.entries(asked).map(([name, value]): readonly [string, AskedValue] => [
      other(renaming.names, name),
      isListed(value) ? value.map((item) => renameValue(item, name, renaming)) : renameValue(value, name, renaming)
    ])
  )

/** A request whose facets are named by their type alone, where they say nothing else; others are as they were. */
export const bareFacets = (asked: Asked): Asked =>
  Object.fromEntries(
    Object.entries(asked).map(([name, value]) => {
      if (name !== "aggregations" || !isListed(value)) return [name, value]
      const types = value.flatMap((item) =>
        isNested(item) && Object.keys(item).join() === "type" && typeof item["type"] === "string" ? [item["type"]] : []
      )
      return [name, types.length === value.length ? types : value]
    })
  )
