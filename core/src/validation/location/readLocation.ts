import * as Either from "effect/Either"
import type { LocationContent } from "../../domain/agenda/Location.js"
import { type Issue, issue } from "../../domain/error/Issue.js"
import { mergeExtIds } from "../../domain/event/Event.js"
import type { Limits } from "../../domain/Limits.js"
import { cleanText, isBlankText } from "../../domain/text/cleanText.js"
import { isEmail } from "../../domain/text/isEmail.js"
import type { Json, JsonObject } from "../../domain/text/Json.js"
import type { WrittenExtId } from "../event/EventChanges.js"
import { readExtIds, readMergedExtIds } from "../event/readExtIds.js"
import { capIssues, fault, isBlank, isList, type ParseResult, readingOf } from "../value/ParseResult.js"
import { noImage, type PreparedImage, readImage } from "../value/readImage.js"
import { readLink } from "../value/readLink.js"
import { readMultilingual } from "../value/readMultilingual.js"
import { readChoice, readTimezone } from "../value/readScalar.js"
import { readTextField } from "../value/readText.js"
import { unknownMembers } from "../value/unknownMembers.js"
import { besideData, unwrapBody } from "../value/unwrapBody.js"

const field = "countryCode"

/** Parses an ISO 3166-1 alpha-2 code in either case to upper case. */
const readCountryCode = (value: Json): ParseResult<string> => {
  if (isBlank(value)) return fault("required", field, { origin: value })
  if (typeof value !== "string") return fault("type.invalid", field, { origin: value, message: "a string is expected" })
  const code = value.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code)
    ? Either.right(code)
    : fault("enum.invalid", field, { origin: value, message: "a country code of two letters is expected" })
}

/** Context for parsing a location body. */
export interface LocationReadingContext {
  readonly mode: "create" | "replace" | "patch"
  /** Language of plain strings from the request; null when absent. */
  readonly lang: string | null
  /** Default language of the agenda; null when there is none. */
  readonly defaultLang: string | null
  readonly limits: Limits
  /** The location before the write; null on create. */
  readonly stored: (LocationContent & { readonly slug: string }) | null
  /** The uploaded or downloaded image of the write; absent when there is none. */
  readonly image?: PreparedImage
}

/** A parsed location body. */
export interface LocationReading {
  /** The complete new content of the location. Valid only without issues. */
  readonly draft: LocationContent
  /** External identifiers of the body, in order. */
  readonly named: ReadonlyArray<WrittenExtId>
  readonly issues: ReadonlyArray<Issue>
  readonly warnings: ReadonlyArray<Issue>
}

const emptyContent: LocationContent = {
  name: "",
  address: "",
  access: {},
  description: {},
  image: null,
  imageCredits: null,
  adminLevel1: null,
  adminLevel2: null,
  adminLevel3: null,
  adminLevel4: null,
  adminLevel5: null,
  adminLevel6: null,
  postalCode: null,
  insee: null,
  countryCode: "",
  latitude: null,
  longitude: null,
  timezone: null,
  website: null,
  email: null,
  phone: null,
  links: [],
  state: 0,
  extIds: []
}

const states: ReadonlyArray<0 | 1> = [0, 1]

const readCoordinate = (field: "latitude" | "longitude", value: Json, degrees_max: number): ParseResult<number | null> => {
  if (isBlank(value)) return Either.right(null)
  const degrees = typeof value === "string" && /^[+-]?\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : value
  if (typeof degrees !== "number") return fault("number.invalid", field, { origin: value })
  return Math.abs(degrees) <= degrees_max ? Either.right(degrees) : fault(`${field}.invalid`, field, { origin: value })
}

const readEmail = (value: Json): ParseResult<string | null> => {
  if (isBlank(value)) return Either.right(null)
  const email = typeof value === "string" ? value.trim() : ""
  return isEmail(email) ? Either.right(email) : fault("email.invalid", "email", { origin: value })
}

const readLinks = (value: Json, limits: Limits): ParseResult<ReadonlyArray<string>> => {
  if (isBlank(value)) return Either.right([])
  const written = typeof value === "string" ? [value] : value
  if (!isList(written)) return fault("type.invalid", "links", { origin: value, message: "a list of links is expected" })
  const { links_max } = limits
  if (written.length > links_max) {
    return fault("tooMany", "links", {
      message: `at most ${links_max} links are accepted, these are ${written.length}`,
      info: { max: links_max, count: written.length }
    })
  }
  const links: Array<string> = []
  const issues: Array<Issue> = []
  for (const [index, link] of written.entries()) {
    const reading = readLink("links", link, "link.invalid", limits, index)
    if (Either.isLeft(reading)) issues.push(...reading.left)
    else if (reading.right !== null) links.push(reading.right)
  }
  return readingOf(links, issues)
}

/** An import also accepts the URL of an image. */
const readLocationImage = (
  value: Json,
  stored: LocationContent["image"],
  offered: PreparedImage,
  limits: Limits
): ParseResult<LocationContent["image"]> => {
  if (typeof value === "string" && value !== "") {
    if (value === stored) return Either.right(stored)
    if (offered.elsewhere && offered.known === null) return readLink("image", value, "url.invalid", limits)
  }
  return Either.map(readImage(value, typeof stored === "string" ? null : stored, offered), (reading) => {
    if (reading === "keep") return stored
    return reading === "remove" ? null : reading
  })
}

/**
 * Whether a body has an `extId` and no `extIds`: some clients store a single external identifier per location. `extId`
 * is ignored beside `extIds`, which every location has in responses.
 */
const hasLoneExtId = ({ extId, extIds }: JsonObject): boolean => extIds === undefined && typeof extId === "string" && extId.trim() !== ""

/** `extIds` for an `extId`: its key is `default`, as in the path `ext/{value}`. Undefined when it is stored already. */
const loneExtId = (value: Json | undefined, { extIds }: LocationContent): Json | undefined =>
  extIds.some((stored) => stored.value === value) ? undefined : [{ key: "default", value: value ?? null }]

/** Parses every field of a location: from the body, else from the stored location, else empty. */
const readContent = (
  fields: JsonObject,
  { defaultLang, image: offered = noImage, lang, limits, mode, stored }: LocationReadingContext
): Omit<LocationReading, "warnings"> => {
  const before = stored ?? emptyContent
  const issues: Array<Issue> = []
  const valueOr = <A>(reading: ParseResult<A>, fallback: A): A => {
    if (Either.isRight(reading)) return reading.right
    for (const found of reading.left) issues.push(found)
    return fallback
  }
  const field = <F extends keyof LocationContent>(
    name: F,
    read: (value: Json, name: F) => ParseResult<LocationContent[F]>
  ): LocationContent[F] => {
    const value = fields[name]
    const isUnchanged = value === undefined && (mode === "patch" || name === "image" || name === "state")
    return isUnchanged ? before[name] : valueOr(read(value ?? null, name), before[name])
  }
  const text = (value: Json, name: string) => readTextField(value, { field: name, chars_max: limits.locationText_chars_max })
  const needed = (value: Json, name: string) =>
    Either.flatMap(
      text(value, name),
      (found) => found === null ? fault("required", name, { origin: value, message: "a string is required" }) : Either.right(found)
    )
  const multilingual = (value: Json, name: string) =>
    readMultilingual(value, {
      field: name,
      plainLang: lang ?? defaultLang,
      languages_max: limits.languages_max,
      chars_max: limits.longDescription_chars_max
    })
  const url = (value: Json, name: string) => readLink(name, value, "url.invalid", limits)
  const image = (value: Json) => readLocationImage(value, before.image, offered, limits)
  const content = {
    name: field("name", needed),
    address: field("address", needed),
    access: field("access", multilingual),
    description: field("description", multilingual),
    image: offered.written === null ? field("image", image) : valueOr(offered.written, before.image),
    imageCredits: field("imageCredits", text),
    adminLevel1: field("adminLevel1", text),
    adminLevel2: field("adminLevel2", text),
    adminLevel3: field("adminLevel3", text),
    adminLevel4: field("adminLevel4", text),
    adminLevel5: field("adminLevel5", text),
    adminLevel6: field("adminLevel6", text),
    postalCode: field("postalCode", text),
    insee: field("insee", text),
    countryCode: field("countryCode", readCountryCode),
    latitude: field("latitude", (value) => readCoordinate("latitude", value, 90)),
    longitude: field("longitude", (value) => readCoordinate("longitude", value, 180)),
    timezone: field("timezone", readTimezone),
    website: field("website", url),
    email: field("email", readEmail),
    phone: field("phone", text),
    links: field("links", (value) => readLinks(value, limits)),
    state: field("state", (value) => readChoice("state", isBlank(value) ? 0 : value, states))
  }
  const isMerged = mode === "patch" || fields.extIds === undefined
  const extIds = hasLoneExtId(fields) ? loneExtId(fields.extId, before) : fields.extIds
  const named = extIds === undefined
    ? []
    : valueOr(isMerged ? readMergedExtIds(extIds, before.extIds, limits) : readExtIds(extIds, limits), [])
  const merged = mergeExtIds(isMerged ? before.extIds : [], named)
  return { draft: { ...content, extIds: merged }, named, issues }
}

const writable: ReadonlySet<string> = new Set(Object.keys(emptyContent))

/**
 * Parses a location body and collects all issues (wire.md §2, §5, Locations). In a create and a full update, fields
 * missing from the body count as empty, except `image`, `state` and `extIds`. In a PATCH they are unchanged.
 *
 * @example
 * const context = { mode: "create", lang: null, defaultLang: "fr", limits: defaultLimits, stored: null }
 * readLocation({ name: "Hall" }, context).issues
 * // required address, required countryCode
 */
export const readLocation = (body: Json, context: LocationReadingContext): LocationReading => {
  const unwrapped = unwrapBody(body)
  if (Either.isLeft(unwrapped)) return { draft: emptyContent, named: [], issues: unwrapped.left, warnings: [] }
  const fields = unwrapped.right
  const { draft, issues, named } = readContent(fields, context)
  const isKnown = (field: string, value: Json): boolean =>
    writable.has(field) || (field === "slug" && value === context.stored?.slug) ||
    (field === "extId" && hasLoneExtId(fields))
  const ignored = Object.entries(fields).flatMap(([field, value]) => isKnown(field, value) ? [] : [issue("ignored", field)])
  const { issues_max } = context.limits
  return {
    draft,
    named,
    issues: capIssues(issues, issues_max),
    warnings: capIssues([...besideData(body, issues_max), ...ignored, ...unknownMembers(fields, issues_max)], issues_max)
  }
}

/** The requested location set. */
export interface LocationSetDraft {
  readonly title: string
  /** Uid to use; absent: generated. */
  readonly uid?: number | undefined
}

/** Cleans the title of a location set and collects all issues. */
export const readLocationSet = ({ title, uid }: LocationSetDraft): { readonly title: string; readonly issues: ReadonlyArray<Issue> } => {
  const cleaned = cleanText(title).trim()
  return {
    title: cleaned,
    issues: [
      ...(isBlankText(cleaned) ? [issue("required", "title")] : []),
      ...(uid === undefined || (Number.isSafeInteger(uid) && uid > 0) ? [] : [issue("integer.invalid", "uid", { origin: uid })])
    ]
  }
}
