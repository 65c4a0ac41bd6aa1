import * as Option from "effect/Option"
import { formatUtc } from "../derive/dates/formatInstant.js"
import { memoize } from "../domain/LruCache.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/text/Json.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import { presentImage, storedObject } from "./storedJson.js"

const languages = ["ar", "de", "en", "es", "fr", "it"] as const

const namesIn = memoize(languages.length, (language) => new Intl.DisplayNames([language], { type: "region", fallback: "code" }))

const nameIn = (language: string, code: string): string =>
  Option.getOrElse(Option.liftThrowable(() => namesIn(language).of(code))(), () => undefined) ?? code

const presented = new Map<string, JsonObject>()

/**
 * A country in responses: its ISO 3166-1 code and its names by language (wire.md §5).
 *
 * @example
 * presentCountry("FR")
 * // { code: "FR", ar: "فرنسا", de: "Frankreich", en: "France", es: "Francia", fr: "France", it: "Francia" }
 */
export const presentCountry = (code: string): JsonObject => {
  const known = presented.get(code)
  if (known !== undefined) return known
  const country = { code, ...Object.fromEntries(languages.map((language) => [language, nameIn(language, code)])) }
  presented.set(code, country)
  return country
}

/** How a location is presented. */
export interface LocationViewing {
  /** Whether to include the country names and what the geocoder has done. */
  readonly detailed: boolean
  /** URL prefix of images stored by this server; absent: none. */
  readonly imageBase?: string
}

/** The value of the first external identifier; null without one. */
const firstExtId = (extIds: Json | undefined): Json => {
  const [first] = Array.isArray(extIds) ? extIds : []
  return isJsonObject(first) ? first.value ?? null : null
}

/** A location in responses (wire.md §5, Locations). */
export const presentLocation = (record: LocationRecord, view: LocationViewing): JsonObject => {
  const detail = storedObject(record.detail)
  return {
    uid: record.uid,
    name: record.name,
    slug: record.slug,
    address: record.address,
    access: detail.access ?? {},
    description: detail.description ?? {},
    image: presentImage(detail.image, view.imageBase ?? ""),
    imageCredits: detail.imageCredits ?? null,
    adminLevel1: record.adminLevel1,
    adminLevel2: record.adminLevel2,
    adminLevel3: record.adminLevel3,
    adminLevel4: record.adminLevel4,
    adminLevel5: record.adminLevel5,
    adminLevel6: record.adminLevel6,
    region: record.adminLevel1,
    department: record.adminLevel2,
    city: record.adminLevel4,
    district: record.adminLevel6,
    postalCode: record.postalCode,
    insee: detail.insee ?? null,
    countryCode: record.countryCode,
    latitude: record.latitude,
    longitude: record.longitude,
    timezone: record.timezone,
    website: detail.website ?? null,
    email: detail.email ?? null,
    phone: detail.phone ?? null,
    links: detail.links ?? [],
    state: record.state,
    extIds: detail.extIds ?? [],
    extId: firstExtId(detail.extIds),
    setUid: record.setUid,
    createdAt: formatUtc(record.createdAt),
    updatedAt: formatUtc(record.updatedAt),
    ...(view.detailed ? { country: presentCountry(record.countryCode), geocoding: detail.geocoding ?? "off" } : {})
  }
}
