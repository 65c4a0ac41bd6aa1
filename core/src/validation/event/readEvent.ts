import * as Either from "effect/Either"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { type Issue, issue } from "../../domain/error/Issue.js"
import {
  type AgeRange,
  type AttendanceMode,
  type Event,
  EventContent,
  type EventState,
  type EventStatus,
  type PlainContent,
  type Registration,
  requiredFields,
  type TextField,
  textSchemas
} from "../../domain/event/Event.js"
import { LocationUid } from "../../domain/identity/Uid.js"
import type { Limits } from "../../domain/Limits.js"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import { MultilingualKeywords, MultilingualText } from "../../domain/text/MultilingualText.js"
import { normalizeUrl } from "../../domain/text/url.js"
import type { AvailabilityRows } from "../../domain/ticketing/AvailabilityRow.js"
import type { OffersWrite } from "../../domain/ticketing/Offers.js"
import { namedFields, readFieldValues, writableTexts, type WrittenFields } from "../field/readFieldValues.js"
import { providersAfterWrite, readMergedOffers, readOffers } from "../ticketing/readOffers.js"
import type { OffersRules } from "../ticketing/readProvider.js"
import { ticketWarnings } from "../ticketing/ticketWarnings.js"
import { readTimings } from "../timing/readTimings.js"
import { capIssues, fault, isBlank, issuesOf, type ParseResult } from "../value/ParseResult.js"
import { type ImageReading, noImage, noImages, type PreparedImages, readImage } from "../value/readImage.js"
import { readKeywords } from "../value/readKeywords.js"
import { readLink } from "../value/readLink.js"
import { type MultilingualRules, readMultilingual, readNeededMultilingual } from "../value/readMultilingual.js"
import { readChoice, readFlag, readSlug, readTimezone } from "../value/readScalar.js"
import { readTextField } from "../value/readText.js"
import { unknownMembers } from "../value/unknownMembers.js"
import { besideData, unwrapBody } from "../value/unwrapBody.js"
import type { EventChanges } from "./EventChanges.js"
import { readAccessibility } from "./readAccessibility.js"
import { readExtIds, readMergedExtIds } from "./readExtIds.js"
import { readRegistration } from "./readRegistration.js"

/** Attendance members of a draft; undefined members are unchanged. */
interface DraftedAttendance {
  /** `"faulty"` when it was sent but could not be parsed. */
  readonly attendanceMode: AttendanceMode | "faulty" | undefined
  /** Whether a location was sent, valid or not. */
  readonly hasLocation: boolean | undefined
  /** Whether a link was sent, valid or not. */
  readonly hasLink: boolean | undefined
}

const inPerson = 1
const online = 2

/**
 * Issues for members that the attendance mode requires (wire.md §5): a location unless online, a link unless in person.
 * Members that the draft leaves unchanged are read from the stored event. Invalid members are not reported again.
 */
const attendanceIssues = (drafted: DraftedAttendance, stored: Event | null): ReadonlyArray<Issue> => {
  const mode = drafted.attendanceMode ?? stored?.attendanceMode ?? inPerson
  if (mode === "faulty") return []
  const hasLocation = drafted.hasLocation ?? (stored !== null && stored.locationUid !== null)
  const hasLink = drafted.hasLink ?? (stored !== null && stored.onlineAccessLink !== null)
  return [
    ...(mode !== online && !hasLocation ? [issue("location.required", "locationUid")] : []),
    ...(mode !== inPerson && !hasLink ? [issue("link.required", "onlineAccessLink")] : [])
  ]
}

const isLocationUid = Schema.is(LocationUid)

/**
 * Parses the uid of a location, an integer or its digits; null when absent. It does not check that the location exists.
 */
export const readLocationUid = (value: Json): ParseResult<LocationUid | null> => {
  if (isBlank(value)) return Either.right(null)
  const uid = typeof value === "string" && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value
  if (isLocationUid(uid)) return Either.right(uid)
  return typeof uid === "number"
    ? fault(Number.isInteger(uid) ? "location.unknown" : "integer.invalid", "locationUid", { origin: value })
    : fault("type.invalid", "locationUid", { origin: value, message: "a whole number is expected" })
}

const field = "age"

const digits = /^\d{1,3}$/

const readBound = (written: Json | undefined, bound: "min" | "max", limits: Limits): ParseResult<number | null> => {
  const at = `${field}.${bound}`
  const value = typeof written === "string" && digits.test(written.trim()) ? Number(written) : written
  if (value === undefined || value === null || value === "") return Either.right(null)
  if (typeof value !== "number") return fault("type.invalid", at, { origin: value, message: "a whole number is expected" })
  if (!Number.isInteger(value)) return fault("integer.invalid", at, { origin: value })
  if (value >= 0 && value <= limits.age_years_max) return Either.right(value)
  return fault("range", at, {
    origin: written ?? null,
    message: `an age lies between 0 and ${limits.age_years_max}`,
    info: { min: 0, max: limits.age_years_max }
  })
}

/** Parses the age range of an event, `{min, max}` in years; each bound a number, its digits or null (wire.md §5). */
export const readAge = (value: Json, limits: Limits): ParseResult<AgeRange> => {
  if (isBlank(value)) return Either.right({ min: null, max: null })
  if (!isJsonObject(value)) return fault("type.invalid", field, { origin: value, message: "an object with min and max is expected" })
  const min = readBound(value.min, "min", limits)
  const max = readBound(value.max, "max", limits)
  const issues = issuesOf([min, max])
  if (issues.length > 0) return Either.left(issues)
  return Either.flatMap(Either.all({ min, max }), (age) =>
    age.min !== null && age.max !== null && age.min > age.max
      ? fault("range", field, { origin: value, message: "the least age is above the greatest" })
      : Either.right(age))
}

const multilingualFields = new Set(
  Object.entries(EventContent.fields).flatMap(([name, schema]) =>
    schema === MultilingualText || schema === MultilingualKeywords ? [name] : []
  )
)

/**
 * The languages of the writable multilingual fields of a body, in body order, without duplicates (wire.md §4). Falls
 * back to the language of plain strings, if any. `additional` contains the codes of multilingual additional fields.
 */
const bodyLanguages = (
  fields: JsonObject,
  plainLang: string | null,
  additional: ReadonlyArray<string> = []
): ReadonlyArray<string> => {
  const additionalFields = new Set(additional)
  const met = new Set<string>()
  for (const field of Object.keys(fields)) {
    if (!multilingualFields.has(field) && !additionalFields.has(field)) continue
    const value = fields[field]
    if (isJsonObject(value)) { for (const lang of Object.keys(value)) met.add(lang) }
    else if (plainLang !== null && (typeof value === "string" || Array.isArray(value)) && value.length > 0) met.add(plainLang)
  }
  return met.size > 0 ? [...met] : plainLang === null ? [] : [plainLang]
}

const states: ReadonlyArray<EventState> = [-1, 0, 1, 2]

/** Parses a moderation state; null when blank, which leaves the state unchanged. */
const readState = (value: Json): ParseResult<EventState | null> => isBlank(value) ? Either.right(null) : readChoice("state", value, states)

/** Context for parsing an event body. */
export interface EventReadingContext {
  readonly mode: "create" | "replace" | "patch"
  /** Language of plain strings from the request; null when absent. */
  readonly lang: string | null
  /** Default language of the agenda; null when there is none. */
  readonly defaultLang: string | null
  readonly limits: Limits
  /** The event before the write; null on create. */
  readonly stored: Event | null
  readonly fields: WrittenFields
  /** Codes of the configured ticketing providers. */
  readonly providers: ReadonlyArray<string>
  /** Stored availability rows of the event. */
  readonly rows: AvailabilityRows
  /** Epoch milliseconds. */
  readonly now: number
  /** The image data of the write; absent when there is none. */
  readonly images?: PreparedImages
}

/** A parsed event body. The draft is valid only without issues. */
export interface EventReading {
  readonly draft: EventChanges
  /** All issues of the body, at most `limits.issues_max` followed by one `tooMany`. */
  readonly issues: ReadonlyArray<Issue>
  /** `ignored` warnings for members that the write does not use. */
  readonly warnings: ReadonlyArray<Issue>
}

const attendanceModes: ReadonlyArray<AttendanceMode> = [1, 2, 3]
const statuses: ReadonlyArray<EventStatus> = [1, 2, 3, 4, 5, 6]

interface LanguageContext extends EventReadingContext {
  /** Language of plain strings; null when unknown. */
  readonly plainLang: string | null
  /** Languages of the body, at most as many as there can be issues. */
  readonly languages: ReadonlyArray<string>
}

const withLanguages = (fields: JsonObject, context: EventReadingContext): LanguageContext => {
  const plainLang = context.lang ?? context.defaultLang
  const languages = bodyLanguages(fields, plainLang, writableTexts(context.fields)).slice(0, context.limits.issues_max + 1)
  return { ...context, plainLang, languages }
}

const valueOf = <A>(reading: ParseResult<A> | undefined): A | undefined =>
  reading === undefined || Either.isLeft(reading) ? undefined : reading.right

/**
 * Predicate for links that responses derive from stored or written offers. Such links are not stored as registrations,
 * unless they already were. An import stores every link.
 */
const projectedBy = (offers: ParseResult<ReadonlyArray<OffersWrite>> | undefined, { fields, stored }: EventReadingContext) => {
  const written = valueOf(offers)?.flatMap(({ entry }) => entry === null ? [] : [entry]) ?? []
  const sources = new Set([...stored?.offers ?? [], ...written].flatMap(({ source }) => {
    const url = source?.url
    return url === undefined ? [] : [normalizeUrl(url)]
  }))
  for (const { type, value } of stored?.registration ?? []) if (type === "link") sources.delete(normalizeUrl(value))
  return (link: string): boolean => !fields.restored && sources.size > 0 && sources.has(normalizeUrl(link))
}

/** Predicate for registration methods that an import restores, or that are stored as they are. */
const keptBy = ({ fields, stored }: EventReadingContext) => (entry: Registration): boolean =>
  fields.restored || (stored?.registration ?? []).some(({ type, value }) => type === entry.type && value === entry.value)

/**
 * Parses each native field of the body. A create and a full update parse every content field; those missing from the
 * body count as empty.
 */
const readFields = (fields: JsonObject, context: LanguageContext) => {
  const { images = noImages, languages, limits, mode, plainLang, stored } = context
  const offered = images.byField.get("image") ?? noImage
  const named = <A>(field: keyof EventChanges, read: (value: Json) => A): A | undefined => {
    const value = fields[field]
    return value === undefined ? undefined : read(value)
  }
  const content = <A>(field: keyof EventChanges, read: (value: Json) => A): A | undefined => {
    const value = fields[field]
    return value === undefined && mode === "patch" ? undefined : read(value ?? null)
  }
  const textRules = (field: TextField): MultilingualRules => {
    const rules = { field, plainLang, languages_max: limits.languages_max, chars_max: limits[`${field}_chars_max`] }
    return field === "longDescription"
      ? { ...rules, chars_max: Math.max(rules.chars_max, limits.longDescriptionRaw_chars_max), keepEnds: true }
      : rules
  }
  const readTextOf = (field: TextField) => (value: Json) =>
    requiredFields.has(field)
      ? readNeededMultilingual(value, textRules(field), languages)
      : readMultilingual(value, textRules(field))
  const before = stored?.offers ?? []
  const rules: OffersRules = { providers: new Set([...context.providers, ...before.map(({ provider }) => provider)]), limits }
  const offers = named("offers", (value) => mode === "patch" ? readMergedOffers(value, rules, before) : readOffers(value, rules))
  const offeredProviders = providersAfterWrite(fields["offers"], { merges: mode === "patch", stored: before })
  return {
    ...Record.map(textSchemas, (_, field) => content(field, readTextOf(field))),
    keywords: content("keywords", (value) => readKeywords(value, plainLang, limits)),
    image: offered.written ?? named("image", (value) => readImage(value, stored?.image ?? null, offered)),
    imageCredits: content(
      "imageCredits",
      (value) => readTextField(value, { field: "imageCredits", chars_max: limits.imageCredits_chars_max })
    ),
    attendanceMode: content("attendanceMode", (value) => readChoice("attendanceMode", isBlank(value) ? 1 : value, attendanceModes)),
    onlineAccessLink: content("onlineAccessLink", (value) => readLink("onlineAccessLink", value, "link.invalid", limits)),
    status: content("status", (value) => readChoice("status", isBlank(value) ? 1 : value, statuses)),
    locationUid: content("locationUid", readLocationUid),
    accessibility: content("accessibility", (value) => readAccessibility(value, limits)),
    age: content("age", (value) => readAge(value, limits)),
    registration: content(
      "registration",
      (value) => readRegistration(value, limits, { isKept: keptBy(context), isProjected: projectedBy(offers, context) })
    ),
    timezone: content("timezone", readTimezone),
    timings: content(
      "timings",
      (value) => readTimings(value, { ...rules, offered: offeredProviders, now: context.now, stored: stored?.timings ?? [] })
    ),
    extIds: named(
      "extIds",
      (value) => mode === "patch" ? readMergedExtIds(value, stored?.extIds ?? [], limits) : readExtIds(value, limits)
    ),
    offers,
    state: named("state", readState),
    featured: named("featured", (value) => readFlag("featured", value)),
    motive: named("motive", (value) => readTextField(value, { field: "motive", chars_max: limits.motive_chars_max })),
    slug: mode === "create" ? named("slug", readSlug) : undefined
  } satisfies { readonly [F in keyof PlainContent | keyof EventChanges]?: unknown } & { readonly [F in keyof PlainContent]: unknown }
}

/** Whether a field was sent with a value, valid or not; undefined when the body does not contain the field. */
const isSent = (reading: ParseResult<unknown> | undefined): boolean | undefined =>
  reading === undefined ? undefined : Either.isLeft(reading) || reading.right !== null

const valuesOf = (readings: ReturnType<typeof readFieldValues>): EventChanges["fields"] => {
  const values = Object.entries(readings).flatMap(([code, reading]) => Either.isRight(reading) ? [[code, reading.right] as const] : [])
  return values.length === 0 ? undefined : Object.fromEntries(values)
}

/** The image of the draft; undefined leaves the stored image unchanged. */
const imageOf = (reading: ImageReading | undefined): EventChanges["image"] => {
  if (reading === "remove") return null
  return reading === "keep" ? undefined : reading
}

/** The values of readings. Undefined where a field was not sent or is faulty. */
const valuesIn = <Values>(
  readings: { readonly [F in keyof Values]: ParseResult<Values[F]> | undefined }
): { readonly [F in keyof Values]?: Values[F] | undefined } => {
  const values: { [F in keyof Values]?: Values[F] | undefined } = {}
  for (const field in readings) values[field] = valueOf(readings[field])
  return values
}

const draftOf = (readings: ReturnType<typeof readFields>): EventChanges => {
  const { image, slug, state, ...values } = valuesIn(readings)
  return { ...values, image: imageOf(image), state: state ?? undefined, slug: slug ?? undefined }
}

/** Warnings for unwritable fields, for a slug that differs from the stored one, and for ignored ticket members. */
const ignoredFields = (
  body: JsonObject,
  readings: ReturnType<typeof readFields>,
  { fields, limits, mode, providers, rows, stored }: EventReadingContext
): ReadonlyArray<Issue> => {
  const additional = new Set(namedFields(fields))
  const isKnown = (field: string, value: Json): boolean =>
    field === "slug" ? mode === "create" || value === stored?.slug : Object.hasOwn(readings, field) || additional.has(field)
  const ignored: Array<Issue> = []
  for (const field of Object.keys(body)) {
    if (ignored.length > limits.issues_max) break
    if (!isKnown(field, body[field] ?? null)) ignored.push(issue("ignored", field))
  }
  // A body with too many slots, or with more offers than there are providers, is refused anyway.
  const isLonger = (value: Json | undefined, max: number): boolean => Array.isArray(value) && value.length > max
  const offers_max = providers.length + (stored?.offers.length ?? 0)
  const isRefused = isLonger(body["timings"], limits.slots_max) || isLonger(body["offers"], offers_max)
  const tickets = isRefused ? [] : ticketWarnings(body, { stored: stored?.timings ?? [], rows, written: valueOf(readings.timings) ?? [] })
  return capIssues([...ignored, ...unknownMembers(body, limits.issues_max), ...tickets], limits.issues_max)
}

/**
 * Parses an event body and collects all issues (wire.md §2, §4, §5). In a create and a full update, fields missing from
 * the body count as empty, except `image`, `extIds`, `offers`, `state` and `featured`.
 *
 * @example
 * readEvent({ title: { fr: "Concert" } }, { ...context, mode: "create", lang: null, defaultLang: "fr" }).issues
 * // required description (fr), required timings, location.required locationUid
 */
export const readEvent = (body: Json, context: EventReadingContext): EventReading => {
  const unwrapped = unwrapBody(body)
  if (Either.isLeft(unwrapped)) return { draft: {}, issues: unwrapped.left, warnings: [] }
  const fields = unwrapped.right
  const languageContext = withLanguages(fields, context)
  const readings = readFields(fields, languageContext)
  const additional = readFieldValues(fields, { ...languageContext, stored: context.stored?.fields ?? {} })
  const { attendanceMode, locationUid, onlineAccessLink } = readings
  const namesAttendance = attendanceMode !== undefined || locationUid !== undefined || onlineAccessLink !== undefined
  const drafted = {
    attendanceMode: attendanceMode !== undefined && Either.isLeft(attendanceMode) ? "faulty" as const : valueOf(attendanceMode),
    hasLocation: isSent(locationUid),
    hasLink: isSent(onlineAccessLink)
  }
  const issues = [
    ...issuesOf(Object.values(readings)),
    ...(namesAttendance ? attendanceIssues(drafted, context.stored) : []),
    ...issuesOf(Object.values(additional))
  ]
  const draft: EventChanges = { ...draftOf(readings), fields: valuesOf(additional) }
  return {
    draft,
    issues: capIssues(issues, context.limits.issues_max),
    warnings: capIssues(
      [...besideData(body, context.limits.issues_max), ...ignoredFields(fields, readings, context), ...context.images?.warnings ?? []],
      context.limits.issues_max
    )
  }
}
