import * as Either from "effect/Either"
import { isEmail } from "../domain/isEmail.js"
import { type Issue, issue } from "../domain/Issue.js"
import type { Json, JsonObject } from "../domain/Json.js"
import type { Limits } from "../domain/Limits.js"
import type { LocationContent } from "../domain/Location.js"
import { capIssues } from "./capIssues.js"
import { fault, type FieldReading, issuesOf, readingOf } from "./FieldReading.js"
import { isBlank } from "./isBlank.js"
import { isList } from "./isList.js"
import { readChoice } from "./readChoice.js"
import { readCountryCode } from "./readCountryCode.js"
import { readExtIds } from "./readExtIds.js"
import { readLink } from "./readLink.js"
import { readMultilingual } from "./readMultilingual.js"
import { readText } from "./readText.js"
import { readTimezone } from "./readTimezone.js"
import { unwrapBody } from "./unwrapBody.js"

/** What a location's body is read against. */
export interface LocationReadingContext {
  readonly mode: "create" | "replace"
  /** The language that the request names for plain strings. */
  readonly lang: string | null
  /** The agenda's default language. */
  readonly defaultLang: string | null
  readonly limits: Limits
}

/** A location's body, read. The draft is whole, and only to be used when there are no issues. */
export interface LocationReading {
  readonly draft: LocationContent
  readonly issues: ReadonlyArray<Issue>
  readonly warnings: ReadonlyArray<Issue>
}

const states: ReadonlyArray<0 | 1> = [0, 1]

const readCoordinate = (field: "latitude" | "longitude", value: Json, degrees_max: number): FieldReading<number | null> => {
  if (isBlank(value)) return Either.right(null)
  const degrees = typeof value === "string" && /^[+-]?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value
  if (typeof degrees !== "number") return fault("number.invalid", field, { origin: value })
  return Math.abs(degrees) <= degrees_max ? Either.right(degrees) : fault(`${field}.invalid`, field, { origin: value })
}

const readEmail = (value: Json): FieldReading<string | null> => {
  if (isBlank(value)) return Either.right(null)
  const email = typeof value === "string" ? value.trim() : ""
  return isEmail(email) ? Either.right(email) : fault("email.invalid", "email", { origin: value })
}

const readLinks = (value: Json, limits: Limits): FieldReading<ReadonlyArray<string>> => {
  if (isBlank(value)) return Either.right([])
  const written = typeof value === "string" ? [value] : value
  if (!isList(written)) return fault("type.invalid", "links", { origin: value, message: "a list of links is expected" })
  const links: Array<string> = []
  const issues: Array<Issue> = []
  for (const [index, link] of written.entries()) {
    if (issues.length > limits.issues_max) break
    const reading = readLink("links", link, "link.invalid", limits, index)
    if (Either.isLeft(reading)) issues.push(...reading.left)
    else if (reading.right !== null) links.push(reading.right)
  }
  return readingOf(links, issues)
}

/** Every field of a location, read; what the body does not name is empty. */
const readFields = (fields: JsonObject, { defaultLang, lang, limits }: LocationReadingContext) => {
  const given = (field: keyof LocationContent): Json => fields[field] ?? null
  const text = (field: keyof LocationContent) => readText(given(field), { field, chars_max: limits.locationText_chars_max })
  const needed = (field: keyof LocationContent) =>
    Either.flatMap(
      text(field),
      (found) => found === null ? fault("required", field, { origin: given(field), message: "a string is required" }) : Either.right(found)
    )
  const multilingual = (field: "access" | "description") =>
    readMultilingual(given(field), { field, plainLang: lang ?? defaultLang, chars_max: limits.longDescription_chars_max })
  return {
    name: needed("name"),
    address: needed("address"),
    access: multilingual("access"),
    description: multilingual("description"),
    image: readLink("image", given("image"), "url.invalid", limits),
    imageCredits: text("imageCredits"),
    adminLevel1: text("adminLevel1"),
    adminLevel2: text("adminLevel2"),
    adminLevel3: text("adminLevel3"),
    adminLevel4: text("adminLevel4"),
    adminLevel5: text("adminLevel5"),
    adminLevel6: text("adminLevel6"),
    postalCode: text("postalCode"),
    insee: text("insee"),
    countryCode: readCountryCode(given("countryCode")),
    latitude: readCoordinate("latitude", given("latitude"), 90),
    longitude: readCoordinate("longitude", given("longitude"), 180),
    timezone: readTimezone(given("timezone")),
    website: readLink("website", given("website"), "url.invalid", limits),
    email: readEmail(given("email")),
    phone: text("phone"),
    links: readLinks(given("links"), limits),
    state: readChoice("state", given("state") ?? 0, states),
    extIds: readExtIds(given("extIds"), limits)
  }
}

const orElse = <A, B>(reading: FieldReading<A>, fallback: B): A | B => Either.getOrElse(reading, () => fallback)

const draftOf = (readings: ReturnType<typeof readFields>): LocationContent => ({
  name: orElse(readings.name, ""),
  address: orElse(readings.address, ""),
  access: orElse(readings.access, {}),
  description: orElse(readings.description, {}),
  image: orElse(readings.image, null),
  imageCredits: orElse(readings.imageCredits, null),
  adminLevel1: orElse(readings.adminLevel1, null),
  adminLevel2: orElse(readings.adminLevel2, null),
  adminLevel3: orElse(readings.adminLevel3, null),
  adminLevel4: orElse(readings.adminLevel4, null),
  adminLevel5: orElse(readings.adminLevel5, null),
  adminLevel6: orElse(readings.adminLevel6, null),
  postalCode: orElse(readings.postalCode, null),
  insee: orElse(readings.insee, null),
  countryCode: orElse(readings.countryCode, ""),
  latitude: orElse(readings.latitude, null),
  longitude: orElse(readings.longitude, null),
  timezone: orElse(readings.timezone, null),
  website: orElse(readings.website, null),
  email: orElse(readings.email, null),
  phone: orElse(readings.phone, null),
  links: orElse(readings.links, []),
  state: orElse(readings.state, 0),
  extIds: orElse(readings.extIds, [])
})

/** Reads a location from a request body and finds every fault in it (wire.md §5, Locations). What the body does not name is empty. */
export const readLocation = (body: Json, context: LocationReadingContext): LocationReading => {
  const unwrapped = unwrapBody(body)
  const fields = Either.getOrElse(unwrapped, () => ({}))
  const readings = readFields(fields, context)
  const issues = Either.isLeft(unwrapped) ? unwrapped.left : issuesOf(Object.values(readings))
  const ignored = Object.keys(fields).flatMap((field) => Object.hasOwn(readings, field) ? [] : [issue("ignored", field)])
  return {
    draft: draftOf(readings),
    issues: capIssues(issues, context.limits.issues_max),
    warnings: capIssues(ignored, context.limits.issues_max)
  }
}
