import { formatInstant, formatUtc } from "../../derive/formatInstant.js"
import type { Event, ExtId } from "../../domain/Event.js"
import type { JsonObject } from "../../domain/Json.js"
import { storedJson, storedObject } from "../../present/storedJson.js"
import { compareCodePoints } from "../../query/compareCodePoints.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { LocationRecord } from "../../record/LocationRecord.js"

/** The line that restores an agenda. */
export const agendaLine = (agenda: AgendaRecord): JsonObject => ({
  kind: "agenda",
  uid: agenda.uid,
  slug: agenda.slug,
  title: agenda.title,
  description: agenda.description,
  image: agenda.image,
  url: agenda.url,
  official: agenda.official,
  private: agenda.private,
  indexed: agenda.indexed,
  settings: storedJson(agenda.settings),
  schema: { fields: storedJson(agenda.fields) }
})

/** The line that restores a location. */
export const locationLine = (location: LocationRecord): JsonObject => ({
  kind: "location",
  uid: location.uid,
  agendaUid: location.agendaUid,
  name: location.name,
  address: location.address,
  adminLevel1: location.adminLevel1,
  adminLevel2: location.adminLevel2,
  adminLevel3: location.adminLevel3,
  adminLevel4: location.adminLevel4,
  adminLevel5: location.adminLevel5,
  adminLevel6: location.adminLevel6,
  postalCode: location.postalCode,
  countryCode: location.countryCode,
  latitude: location.latitude,
  longitude: location.longitude,
  timezone: location.timezone,
  state: location.state,
  ...storedObject(location.detail)
})

const byKey = (a: ExtId, b: ExtId): number => compareCodePoints(a.key, b.key) || compareCodePoints(a.value, b.value)

/** The line that restores an event, its slots with their identifiers. */
export const eventLine = (event: Event): JsonObject => {
  const extIds = event.extIds.toSorted(byKey)
  const first = extIds.at(0)
  return {
    kind: "event",
    agendaUid: event.agendaUid,
    uid: event.uid,
    slug: event.slug,
    ...(first === undefined ? {} : { extId: first, extIds }),
    state: event.state,
    createdAt: formatUtc(event.createdAt),
    updatedAt: formatUtc(event.updatedAt),
    data: {
      title: event.title,
      description: event.description,
      longDescription: event.longDescription,
      conditions: event.conditions,
      keywords: event.keywords,
      imageCredits: event.imageCredits,
      featured: event.featured,
      attendanceMode: event.attendanceMode,
      onlineAccessLink: event.onlineAccessLink,
      status: event.status,
      locationUid: event.locationUid,
      accessibility: event.accessibility,
      age: event.age,
      registration: event.registration,
      timezone: event.timezone,
      timings: event.timings.map(({ begin, end, id }) => ({
        id,
        begin: formatInstant(begin, event.timezone),
        end: formatInstant(end, event.timezone)
      }))
    }
  }
}
