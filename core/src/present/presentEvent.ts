import { dateRange } from "../derive/dateRange.js"
import { formatInstant, formatUtc } from "../derive/formatInstant.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/Json.js"
import type { Interval } from "../domain/Timing.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { EventBody, EventHead } from "../record/EventRecord.js"
import type { LocationRecord } from "../record/LocationRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import { presentCountry } from "./presentCountry.js"
import { presentLocation } from "./presentLocation.js"
import { presentMember } from "./presentMember.js"
import { storedObject } from "./storedJson.js"

/** An event and what is shown with it. */
export interface ShownEvent {
  readonly head: EventHead
  /** Needed for the detailed form. */
  readonly body: EventBody | null
  /** The first slot not ended at the view's `now`. */
  readonly next: Interval | null
  readonly location: LocationRecord | null
  readonly agenda: AgendaRecord
  /** Who contributed it, where the viewer may know. */
  readonly member: MemberRecord | null
}

/** How an event is looked at. */
export interface EventView {
  /** Epoch milliseconds. */
  readonly now: number
  /** Everything public, or the default list item. */
  readonly detailed: boolean
  /** Whether `member` may be seen. */
  readonly privileged: boolean
  /** Whether to say `removed: false`. */
  readonly removedFlag: boolean
  /** What the event was sorted by (`explainSort`), where that was asked for. */
  readonly sort: ReadonlyArray<JsonObject> | null
  /** The base of absolute URLs. */
  readonly publicUrl?: string
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

const presentSummary = ({ agenda, head, location, next }: ShownEvent, now: number): JsonObject => {
  const summary = storedObject(head.summary)
  return {
    uid: head.uid,
    slug: head.slug,
    title: summary.title ?? {},
    description: summary.description ?? {},
    image: summary.image ?? null,
    imageCredits: summary.imageCredits ?? null,
    featured: head.featured,
    attendanceMode: head.attendanceMode,
    onlineAccessLink: summary.onlineAccessLink ?? null,
    keywords: summary.keywords ?? {},
    dateRange: presentDateRange(summary.dateRange, head.timezone, now),
    originAgenda: { uid: agenda.uid, title: agenda.title, image: agenda.image },
    location: location === null ? null : presentPlace(location),
    status: head.status,
    firstTiming: presentInterval(head.first, head.timezone),
    nextTiming: next === null ? null : presentInterval(next, head.timezone),
    lastTiming: presentInterval(head.last, head.timezone)
  }
}

const presentDetail = ({ agenda, head, location }: ShownEvent, body: EventBody): JsonObject => {
  const detail = storedObject(body.detail)
  return {
    longDescription: detail.longDescription ?? {},
    conditions: detail.conditions ?? {},
    timings: body.slots.map((slot) => ({ id: slot.id, ...presentInterval(slot, head.timezone) })),
    registration: detail.registration ?? [],
    accessibility: detail.accessibility ?? {},
    age: detail.age ?? { min: null, max: null },
    state: head.state,
    createdAt: formatUtc(head.createdAt),
    updatedAt: formatUtc(head.updatedAt),
    timezone: head.timezone,
    country: location === null ? null : presentCountry(location.countryCode),
    extIds: body.extIds.map(({ key, value }) => ({ key, value })),
    locationUid: head.locationUid,
    location: location === null ? null : presentLocation(location, { detailed: false }),
    originAgenda: {
      uid: agenda.uid,
      title: agenda.title,
      image: agenda.image,
      slug: agenda.slug,
      url: agenda.url,
      official: agenda.official,
      description: agenda.description
    }
  }
}

/**
 * An event as it is read (wire.md §5): the default list item, or everything public of it, with what the view asks for beside.
 * `member` is there for privileged viewers of the detailed form only.
 */
export const presentEvent = (shown: ShownEvent, view: EventView): JsonObject => ({
  ...presentSummary(shown, view.now),
  ...(view.detailed && shown.body !== null ? presentDetail(shown, shown.body) : {}),
  ...(view.detailed && view.privileged ? { member: shown.member === null ? null : presentMember(shown.member) } : {}),
  ...(view.removedFlag ? { removed: false } : {}),
  ...(view.sort === null ? {} : { sort: view.sort })
})
