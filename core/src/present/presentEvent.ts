import { dateRange } from "../derive/dates/dateRange.js"
import { formatInstant, formatUtc } from "../derive/dates/formatInstant.js"
import { type detailFields, emptyContent, type PlainContent, type Registration, type summaryFields } from "../domain/event/Event.js"
import type { Interval } from "../domain/event/Timing.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/text/Json.js"
import { normalizeUrl } from "../domain/text/url.js"
import type { OffersEntry } from "../domain/ticketing/Offers.js"
import type { AggregateAvailability } from "../domain/ticketing/Ticketing.js"
import { type EventMemberName, eventMemberNames, eventShape } from "../query/event/eventShape.js"
import { isDetailed, shows, showsField } from "../query/event/EventView.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { EventBody, EventHead, Tombstone } from "../record/EventRecord.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import type { StateChange } from "../record/StateChange.js"
import { pickFields } from "./pickFields.js"
import { collapseTexts, type EventViewing, labelChoice, presentField, type StoredParts } from "./presentField.js"
import { presentCountry, presentLocation } from "./presentLocation.js"
import { presentMember } from "./presentMember.js"
import {
  presentAggregate,
  presentOffer,
  presentRows,
  storedOffers,
  storedRegistration,
  storedRows,
  storedSlotOffers
} from "./presentTickets.js"
import { presentImage, storedObject } from "./storedJson.js"

/**
 * The registration methods to show: the written ones, then the booking page of each offers entry (service.md,
 * Projection into registration; wire.md §8, Registration). Links with the same normalized URL as an earlier link are
 * omitted.
 */
export const projectRegistration = (
  written: ReadonlyArray<Registration>,
  offers: ReadonlyArray<Pick<OffersEntry, "source">>
): ReadonlyArray<Registration> => {
  if (offers.length === 0) return written
  const known = new Set(written.flatMap(({ type, value }) => type === "link" ? [normalizeUrl(value)] : []))
  const projected = offers.flatMap(({ source }): ReadonlyArray<Registration> => {
    const url = source?.url
    if (url === undefined) return []
    const normalized = normalizeUrl(url)
    if (known.has(normalized)) return []
    known.add(normalized)
    return [{ type: "link", value: url }]
  })
  return [...written, ...projected]
}

/** A state change with the data of its presentation. */
export interface ShownStateChange extends StateChange {
  /** Name of the user who made the change; null when there is none. */
  readonly name: string | null
}

/**
 * A state change in responses to privileged callers (wire.md §7). `from` is null when the event was created. `by` is
 * null when the engine itself made the change; `key` is null for every change by the engine. A deleted user is
 * `{userUid: null, name: null, deletedUser: true}`.
 */
const presentStateChange = ({ at, from, keyId, motive, name, to, userUid }: ShownStateChange): JsonObject => ({
  at: formatUtc(at),
  from,
  to,
  motive,
  by: userUid === null && keyId === null ? null : { userUid, name, deletedUser: userUid === null },
  key: keyId
})

/** An event with the related data of its presentation. */
export interface ShownEvent {
  readonly head: EventHead
  /** Required when the view includes body members (`showsBody`); else null. */
  readonly body: EventBody | null
  /** The first slot that has not ended at `now` of the viewing; null when all have ended. */
  readonly next: Interval | null
  /** Aggregate ticket availability at `now` of the viewing; null without offers and availability rows. */
  readonly availability: AggregateAvailability | null
  readonly location: LocationRecord | null
  readonly agenda: AgendaRecord
  /** The contributor; null unless the caller may know. */
  readonly member: MemberRecord | null
  /** State changes, oldest first; empty unless the caller may know. */
  readonly history: ReadonlyArray<ShownStateChange>
}

type AsStored = Exclude<keyof PlainContent & (keyof typeof summaryFields | keyof typeof detailFields), "image" | "registration">

type BuiltFrom<Part> = {
  [M in EventMemberName]: (typeof eventShape)[M]["storedIn"] extends Part ? Exclude<M, AsStored> : never
}[EventMemberName]

/** The source data of members. Stored JSON is parsed lazily. */
interface HeadSource {
  readonly shown: ShownEvent
  readonly viewing: Omit<EventViewing, "sort">
  readonly summary: () => JsonObject
}

interface BodySource extends HeadSource {
  readonly body: EventBody
  readonly detail: () => JsonObject
}

const presentInterval = (interval: Interval, timezone: string): JsonObject => ({
  begin: formatInstant(interval.begin, timezone),
  end: formatInstant(interval.end, timezone)
})

const presentDateRange = (stored: Json | undefined, timezone: string, now: number): Json => {
  if (!isJsonObject(stored)) return {}
  const { long = {}, short = {}, year } = stored
  return dateRange({ year: typeof year === "number" ? year : null, short, long }, timezone, now)
}

const presentPlace = (location: LocationRecord): JsonObject => ({
  name: location.name,
  address: location.address,
  city: location.adminLevel4,
  latitude: location.latitude,
  longitude: location.longitude
})

const presentOrigin = (agenda: AgendaRecord, detailed: boolean): JsonObject => ({
  uid: agenda.uid,
  title: agenda.title,
  image: agenda.image,
  ...(detailed ? { slug: agenda.slug, url: agenda.url, official: agenda.official, description: agenda.description } : {})
})

/** The builder of each member that is not shown as stored; undefined when the member is omitted. */
const fromHead: { readonly [M in BuiltFrom<"head">]: (source: HeadSource) => Json | undefined } = {
  uid: ({ shown }) => shown.head.uid,
  slug: ({ shown }) => shown.head.slug,
  image: ({ summary, viewing }) => presentImage(summary().image, viewing.imageBase ?? ""),
  featured: ({ shown }) => shown.head.featured,
  attendanceMode: ({ shown }) => shown.head.attendanceMode,
  dateRange: ({ shown, summary, viewing }) => presentDateRange(summary().dateRange, shown.head.timezone, viewing.now),
  originAgenda: ({ shown, viewing }) => presentOrigin(shown.agenda, isDetailed(viewing)),
  location: ({ shown: { location }, viewing }) => {
    if (location === null) return null
    return isDetailed(viewing) ? presentLocation(location, { detailed: false, imageBase: viewing.imageBase ?? "" }) : presentPlace(location)
  },
  status: ({ shown }) => shown.head.status,
  firstTiming: ({ shown }) => presentInterval(shown.head.first, shown.head.timezone),
  nextTiming: ({ shown }) => shown.next === null ? null : presentInterval(shown.next, shown.head.timezone),
  lastTiming: ({ shown }) => presentInterval(shown.head.last, shown.head.timezone),
  offers: ({ summary }) => {
    const offers = storedOffers(summary().offers)
    return offers.length === 0 ? undefined : offers.map(presentOffer)
  },
  offersAggregate: ({ shown: { availability, head }, summary }) =>
    availability === null ? undefined : presentAggregate(storedOffers(summary().offers), availability, head.timezone),
  state: ({ shown }) => shown.head.state,
  createdAt: ({ shown }) => formatUtc(shown.head.createdAt),
  updatedAt: ({ shown }) => formatUtc(shown.head.updatedAt),
  availabilityUpdatedAt: ({ shown: { head: { availabilityUpdatedAt } } }) =>
    availabilityUpdatedAt === null ? undefined : formatUtc(availabilityUpdatedAt),
  timezone: ({ shown }) => shown.head.timezone,
  country: ({ shown: { location } }) => location === null ? null : presentCountry(location.countryCode),
  locationUid: ({ shown }) => shown.head.locationUid,
  member: ({ shown, viewing }) => {
    if (!viewing.privileged) return undefined
    return shown.member === null ? null : presentMember(shown.member)
  },
  stateHistory: ({ shown, viewing }) => viewing.privileged ? shown.history.map(presentStateChange) : undefined,
  removed: ({ viewing }) => viewing.removedFlag ? false : undefined
}

/** The slots, each with its offer overrides and availability rows, if any. */
const presentSlots = ({ body, detail, shown: { head: { timezone } }, viewing }: BodySource): Json => {
  const overrides = storedSlotOffers(detail().slotOffers)
  const rows = storedRows(body.availability)
  return body.slots.map((slot): JsonObject => {
    const { [slot.id]: own } = overrides
    const { [slot.id]: slotRows } = rows
    return {
      id: slot.id,
      ...presentInterval(slot, timezone),
      ...(own === undefined ? {} : { offers: own }),
      ...(slotRows === undefined ? {} : { availability: presentRows(slotRows, viewing) })
    }
  })
}

const fromBody: { readonly [M in BuiltFrom<"body">]: (source: BodySource) => Json } = {
  timings: presentSlots,
  registration: ({ detail, summary }) =>
    projectRegistration(storedRegistration(detail().registration), storedOffers(summary().offers)).map((way) => ({ ...way })),
  links: ({ detail }) => detail().links ?? [],
  extIds: ({ body }) => body.extIds.map(({ key, value }) => ({ key, value }))
}

const isHeadMember = (name: EventMemberName): name is BuiltFrom<"head"> => Object.hasOwn(fromHead, name)

const isBodyMember = (name: EventMemberName): name is BuiltFrom<"body"> => Object.hasOwn(fromBody, name)

/** Parses stored JSON on first use and memoizes the object. */
const lazyObject = (text: string): () => JsonObject => {
  let parsed: JsonObject | undefined
  return () => parsed ??= storedObject(text)
}

/** The lazily parsed texts of an event, for its members and additional fields. */
const partsOf = ({ body, head }: ShownEvent): StoredParts => ({
  summary: lazyObject(head.summary),
  detail: body === null ? null : lazyObject(body.detail)
})

const memberBuilder = (
  shown: ShownEvent,
  viewing: Omit<EventViewing, "sort">,
  { detail, summary }: StoredParts
): (name: EventMemberName) => Json | undefined => {
  const head: HeadSource = { shown, viewing, summary }
  const body: BodySource | null = shown.body === null || detail === null
    ? null
    : { ...head, body: shown.body, detail }
  return (name) => {
    if (isHeadMember(name)) return fromHead[name](head)
    if (isBodyMember(name)) return body === null ? undefined : fromBody[name](body)
    const stored = eventShape[name].storedIn === "head" ? summary() : detail?.()
    return stored === undefined ? undefined : stored[name] ?? emptyContent[name]
  }
}

/**
 * Makes a function that presents events with one view. What depends on the view alone is computed once, not for each
 * event. The function takes the `sort` of each event.
 */
export const eventPresenter = (viewing: Omit<EventViewing, "sort">): (shown: ShownEvent, sort: EventViewing["sort"]) => JsonObject => {
  const { additional = [], defaultLang, fields, includeLabels = false, monolingual } = viewing
  const languages = monolingual === undefined ? null : [monolingual, ...(defaultLang === undefined ? [] : [defaultLang])]
  const names = eventMemberNames.filter((name) => shows(viewing, name))
  const fieldsShown = additional.filter((field) => showsField(viewing, field))
  return (shown, sort) => {
    const stored = partsOf(shown)
    const build = memberBuilder(shown, viewing, stored)
    const event: { [name: string]: Json } = {}
    for (const name of names) {
      const built = build(name)
      if (built === undefined) continue
      const { shape } = eventShape[name]
      const picked = pickFields(built, fields?.[name] ?? "whole")
      const labelled = includeLabels && shape.kind === "choice" ? labelChoice(name, picked) : picked
      event[name] = languages === null ? labelled : collapseTexts(labelled, shape, languages)
    }
    for (const field of fieldsShown) {
      const built = presentField(field, stored, viewing, languages)
      if (built !== undefined) event[field.field] = built
    }
    if (sort !== null) event["sort"] = sort
    return event
  }
}

/**
 * An event in responses (wire.md §5): the default list item, the detailed form, or selected members, in all languages
 * or one. Members outside the view are not built. `member` and `stateHistory` exist only in the detailed form for
 * privileged callers; ticket members only when the event has tickets.
 */
export const presentEvent = (shown: ShownEvent, viewing: EventViewing): JsonObject => eventPresenter(viewing)(shown, viewing.sort)

/** A tombstone in responses: `{uid, removed, updatedAt}` (service.md, Synchronisation pattern). */
export const presentTombstone = (tombstone: Tombstone): JsonObject => ({
  uid: tombstone.uid,
  removed: true,
  updatedAt: formatUtc(tombstone.removedAt)
})
