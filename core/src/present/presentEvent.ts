import { dateRange } from "../derive/dateRange.js"
import { formatInstant, formatUtc } from "../derive/formatInstant.js"
import { projectRegistration } from "../derive/projectRegistration.js"
import type { AggregateAvailability } from "../domain/AggregateAvailability.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/Json.js"
import type { Interval } from "../domain/Timing.js"
import { eventForm, type EventMemberName, eventMemberNames } from "../query/EventForm.js"
import { type EventView, isDetailed, shows, showsField } from "../query/EventView.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { EventBody, EventHead } from "../record/EventRecord.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import { collapseTexts } from "./collapseTexts.js"
import { formatTexts } from "./formatTexts.js"
import { labelChoice } from "./labelChoice.js"
import { pickFields } from "./pickFields.js"
import { presentCountry } from "./presentCountry.js"
import { presentField, type StoredParts } from "./presentField.js"
import { presentImage } from "./presentImage.js"
import { presentLocation } from "./presentLocation.js"
import { presentMember } from "./presentMember.js"
import { presentStateChange, type ShownStateChange } from "./presentStateChange.js"
import { presentAggregate, presentOffer, presentRows } from "./presentTickets.js"
import { storedObject } from "./storedJson.js"
import { storedOffers, storedRegistration, storedRows, storedSlotOffers } from "./storedTickets.js"

/** An event and what is shown with it. */
export interface ShownEvent {
  readonly head: EventHead
  /** Needed where the view shows anything of it (`showsBody`). */
  readonly body: EventBody | null
  /** The first slot not ended at the viewing's `now`. */
  readonly next: Interval | null
  /** Where its tickets stand at the viewing's `now`; null where it has neither offers nor a row of availability. */
  readonly availability: AggregateAvailability | null
  readonly location: LocationRecord | null
  readonly agenda: AgendaRecord
  /** Who contributed it, where the viewer may know. */
  readonly member: MemberRecord | null
  /** The changes of its state, oldest first, where the viewer may know. */
  readonly history: ReadonlyArray<ShownStateChange>
}

/** How an event is looked at, by whom and when. */
export interface EventViewing extends EventView {
  /** Epoch milliseconds. */
  readonly now: number
  /** What stands before the names of pictures that are kept here; absent: nothing. */
  readonly imageBase?: string
  /** The agenda's default language: what a monolingual view falls back to. */
  readonly defaultLang?: string
  /** Whether `member`, `stateHistory` and all facts of availability may be seen. */
  readonly privileged: boolean
  /** Whether to say `removed: false`. */
  readonly removedFlag: boolean
  /** What makes of a long description, which is markdown, what is to be shown; absent: markdown is. */
  readonly formatDescription?: (markdown: string) => string
  /** What makes HTML of markdown, for additional fields that are HTML. */
  readonly toHtml: (markdown: string) => string
  /** What the event was sorted by (`explainSort`), where that was asked for. */
  readonly sort: ReadonlyArray<JsonObject> | null
}

type MembersIn<Part> = { [M in EventMemberName]: (typeof eventForm)[M]["storedIn"] extends Part ? M : never }[EventMemberName]

/** What members are made from; the stored texts are parsed when the first member needs them. */
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

/** How each member is made; undefined where this viewing does not have it. */
const fromHead: { readonly [M in MembersIn<"head">]: (source: HeadSource) => Json | undefined } = {
  uid: ({ shown }) => shown.head.uid,
  slug: ({ shown }) => shown.head.slug,
  title: ({ summary }) => summary().title ?? {},
  description: ({ summary }) => summary().description ?? {},
  image: ({ summary, viewing }) => presentImage(summary().image, viewing.imageBase ?? ""),
  imageCredits: ({ summary }) => summary().imageCredits ?? null,
  featured: ({ shown }) => shown.head.featured,
  attendanceMode: ({ shown }) => shown.head.attendanceMode,
  onlineAccessLink: ({ summary }) => summary().onlineAccessLink ?? null,
  keywords: ({ summary }) => summary().keywords ?? {},
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

/** The slots, each with what is different of the offers for it and with what providers say of it, where there is any. */
const presentSlots = ({ body, detail, shown: { head: { timezone } }, viewing }: BodySource): Json => {
  const overrides = storedSlotOffers(detail().slotOffers)
  const rows = storedRows(body.availability)
  return body.slots.map((slot): JsonObject => {
    const { [slot.id]: own } = overrides
    const { [slot.id]: said } = rows
    return {
      id: slot.id,
      ...presentInterval(slot, timezone),
      ...(own === undefined ? {} : { offers: own }),
      ...(said === undefined ? {} : { availability: presentRows(said, viewing) })
    }
  })
}

const fromBody: { readonly [M in MembersIn<"body">]: (source: BodySource) => Json } = {
  longDescription: ({ detail }) => detail().longDescription ?? {},
  conditions: ({ detail }) => detail().conditions ?? {},
  timings: presentSlots,
  registration: ({ detail, summary }) =>
    projectRegistration(storedRegistration(detail().registration), storedOffers(summary().offers)).map((way) => ({ ...way })),
  accessibility: ({ detail }) => detail().accessibility ?? {},
  age: ({ detail }) => detail().age ?? { min: null, max: null },
  links: ({ detail }) => detail().links ?? [],
  extIds: ({ body }) => body.extIds.map(({ key, value }) => ({ key, value }))
}

const isBodyMember = (name: EventMemberName): name is MembersIn<"body"> => Object.hasOwn(fromBody, name)

/** The JSON object of a stored text, parsed once and not before it is asked for. */
const onDemand = (text: string): () => JsonObject => {
  let parsed: JsonObject | undefined
  return () => parsed ??= storedObject(text)
}

/** The stored texts of an event, for its members and additional fields to be made from. */
const partsOf = ({ body, head }: ShownEvent): StoredParts => ({
  summary: onDemand(head.summary),
  detail: body === null ? null : onDemand(body.detail)
})

/** Makes the members of an event one by one, as their shapes are declared. */
const makerOf = (
  shown: ShownEvent,
  viewing: Omit<EventViewing, "sort">,
  { detail, summary }: StoredParts
): (name: EventMemberName) => Json | undefined => {
  const head: HeadSource = { shown, viewing, summary }
  const body: BodySource | null = shown.body === null || detail === null
    ? null
    : { ...head, body: shown.body, detail }
  return (name) => {
    if (!isBodyMember(name)) return fromHead[name](head)
    return body === null ? undefined : fromBody[name](body)
  }
}

/**
 * Presents events that are looked at in one way, each with what it was sorted by (`EventViewing.sort`): what follows from the viewing alone is
 * found out once for all.
 */
export const eventPresenter = (viewing: Omit<EventViewing, "sort">): (shown: ShownEvent, sort: EventViewing["sort"]) => JsonObject => {
  const { additional = [], defaultLang, fields, formatDescription, includeLabels = false, monolingual } = viewing
  const languages = monolingual === undefined ? null : [monolingual, ...(defaultLang === undefined ? [] : [defaultLang])]
  const names = eventMemberNames.filter((name) => shows(viewing, name))
  const fieldsShown = additional.filter((field) => showsField(viewing, field))
  return (shown, sort) => {
    const stored = partsOf(shown)
    const make = makerOf(shown, viewing, stored)
    const event: { [name: string]: Json } = {}
    for (const name of names) {
      const made = make(name)
      if (made === undefined) continue
      const { shape } = eventForm[name]
      const picked = pickFields(made, fields?.[name] ?? "whole")
      const labelled = includeLabels && shape.kind === "choice" ? labelChoice(name, picked) : picked
      const shownAs = languages === null ? labelled : collapseTexts(labelled, shape, languages)
      event[name] = name === "longDescription" && formatDescription !== undefined ? formatTexts(shownAs, formatDescription) : shownAs
    }
    for (const field of fieldsShown) {
      const made = presentField(field, stored, viewing, languages)
      if (made !== undefined) event[field.field] = made
    }
    if (sort !== null) event["sort"] = sort
    return event
  }
}

/**
 * An event as it is read (wire.md §5): the default list item, everything public of it, or what is picked of that, in all languages or one.
 * Members that the view does not show are not made. `member` and `stateHistory` are there for privileged viewers of the detailed form
 * only, what is about tickets only of events that have any.
 */
export const presentEvent = (shown: ShownEvent, viewing: EventViewing): JsonObject => eventPresenter(viewing)(shown, viewing.sort)
