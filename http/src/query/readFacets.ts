import { isTimezone } from "@agenda-engine/core/domain/time/timezone"
import { type FacetInterval, facetIntervals, type FacetQuery, type FacetType, facetTypes } from "@agenda-engine/core/query/event/FacetQuery"
import type { FacetParameter } from "@agenda-engine/core/query/Parameter"
import { isBlank, isTree, namedItems, type NamedValue } from "./itemsOf.js"
import { originOf, type ParameterReader } from "./ParameterReader.js"

/** Default number of buckets of a facet (wire.md §6). */
export const facetSize_default = 10

/** Maximum number of buckets of a facet. */
export const facetSize_max = 2_000

const zoom_max = 20

/** Short names of members and types (wire.md §6). */
const fullNames: { readonly [short: string]: string } = { t: "type", k: "key", f: "field", s: "size", m: "missing" }
const fullTypes: { readonly [short: string]: string } = { af: "additionalFields" }

const members = ["type", "key", "field", "size", "missing", "interval", "timezone", "zoom"] as const
type Member = (typeof members)[number]

const isMember = (name: string): name is Member => members.some((member) => member === name)

const fullName = (name: string): string => Object.hasOwn(fullNames, name) ? fullNames[name] ?? name : name

const typeOf = (text: string): FacetType | null => {
  const name = Object.hasOwn(fullTypes, text) ? fullTypes[text] : text
  return facetTypes.find((type) => type === name) ?? null
}

const intervalOf = (text: string): FacetInterval | null => facetIntervals.find((interval) => interval === text) ?? null

const numberOf = (text: string, max: number): number | null => /^\d{1,9}$/.test(text.trim()) && Number(text) <= max ? Number(text) : null

/** Members of a facet as text, by full name, with their parameter names. Null when one of them was refused. */
type Texts = ReadonlyMap<Member, NamedValue & { readonly value: string }>

const textsOf = (reader: ParameterReader, parameter: FacetParameter, { field, value }: NamedValue): Texts | null => {
  if (typeof value === "string") return new Map([["type", { field, value }]])
  if (!isTree(value)) {
    reader.refuse(parameter, field, value)
    return null
  }
  const texts = new Map<Member, NamedValue & { readonly value: string }>()
  const faults = reader.issues.length
  reader.refuseOthers(parameter, field, value, (name) => isMember(fullName(name)))
  for (const [written, text] of Object.entries(value)) {
    const name = fullName(written)
    const at = `${field}[${written}]`
    if (!isMember(name) || isBlank(text)) continue
    const known = texts.get(name)
    if (known !== undefined) reader.fault(at, `and ${known.field} cannot be combined`, originOf(text))
    else if (typeof text === "string") texts.set(name, { field: at, value: text })
    else reader.refuseAs(at, "text", text)
  }
  return reader.issues.length > faults ? null : texts
}

/** Defaults of facets that come from other parameters. */
export interface FacetDefaults {
  /** `aggsSizeLimit`: maximum number of buckets, and the default of facets without a size. */
  readonly sizeLimit: number | undefined
  /** `timings[tz]`: time zone of facets without one. */
  readonly timezone: string | undefined
}

const sizeOf = (type: FacetType, asked: number | undefined, { sizeLimit }: FacetDefaults): number => {
  const size = asked ?? sizeLimit ?? (type === "timings" ? facetSize_max : facetSize_default)
  return Math.min(size, sizeLimit ?? facetSize_max, facetSize_max)
}

const readFacet = (reader: ParameterReader, parameter: FacetParameter, named: NamedValue, defaults: FacetDefaults): FacetQuery | null => {
  const texts = textsOf(reader, parameter, named)
  if (texts === null) return null
  const faults = reader.issues.length
  const read = <A>(name: Member, takes: string, of: (text: string) => A | null): A | undefined => {
    const text = texts.get(name)
    if (text === undefined) return undefined
    const value = of(text.value)
    if (value === null) reader.refuseAs(text.field, takes, text.value)
    return value ?? undefined
  }
  const type = read("type", `one of ${parameter.types.join(", ")}`, typeOf)
  if (!texts.has("type")) reader.fault(`${named.field}[type]`, "is missing: it is the type of the facet")
  const size = read("size", `a whole number from 0 to ${facetSize_max}`, (text) => numberOf(text, facetSize_max))
  const zoom = read("zoom", `a whole number from 0 to ${zoom_max}`, (text) => numberOf(text, zoom_max))
  const interval = read("interval", `one of ${facetIntervals.join(", ")}`, intervalOf)
  const timezone = read("timezone", "an IANA time zone", (text) => isTimezone(text) ? text : null) ?? defaults.timezone
  if (type === undefined || reader.issues.length > faults) return null
  const field = texts.get("field")
  const missing = texts.get("missing")?.value
  return {
    type,
    key: texts.get("key")?.value ?? type,
    size: sizeOf(type, size, defaults),
    ...(field === undefined ? { asked: { as: named.field } } : { field: field.value, asked: { as: named.field, field: field.field } }),
    ...(missing === undefined ? {} : { missing }),
    ...(interval === undefined ? {} : { interval }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(zoom === undefined ? {} : { zoom })
  }
}

/**
 * Parses facets (wire.md §6, Facets): names of types, or objects with long or short keys, in every spelling of a list.
 */
export const readFacets = (reader: ParameterReader, parameter: FacetParameter, defaults: FacetDefaults): ReadonlyArray<FacetQuery> =>
  reader.given(parameter).flatMap(namedItems).flatMap((named) => readFacet(reader, parameter, named, defaults) ?? [])
