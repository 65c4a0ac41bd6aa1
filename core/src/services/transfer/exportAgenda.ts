import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Struct from "effect/Struct"
import { formatInstant, formatUtc } from "../../derive/dates/formatInstant.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { type Event, type ExtId, plainFields } from "../../domain/event/Event.js"
import type { AdditionalField } from "../../domain/field/AdditionalField.js"
import { fieldValueOf, type FieldValues, mergeFieldValues } from "../../domain/field/FieldValue.js"
import { CurrentImageBase } from "../../domain/media/Image.js"
import { compareCodePoints } from "../../domain/text/compareCodePoints.js"
import type { JsonObject } from "../../domain/text/Json.js"
import type { AvailabilityRows } from "../../domain/ticketing/AvailabilityRow.js"
import { EventStore } from "../../ports/event/EventStore.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import { presentFieldValue } from "../../present/presentField.js"
import { presentImage, storedJson, storedObject } from "../../present/storedJson.js"
import type { AgendaRecord, NetworkRecord } from "../../record/AgendaRecord.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { LocationRecord, LocationSetRecord } from "../../record/LocationRecord.js"
import { makePacer } from "../../schedule/timeSlices.js"
import { agendaDefinitions, agendaFields, networkFields } from "../agenda/agendaFields.js"
import { availabilityOf, eventOf } from "../event/EventRecords.js"
import { scanAll, streamAll } from "../transaction/scanAll.js"

const networkLine = (network: NetworkRecord): JsonObject => ({
  kind: "network",
  uid: network.uid,
  title: network.title,
  schema: { fields: networkFields(network) },
  synonyms: storedJson(network.synonyms)
})

const locationSetLine = ({ title, uid }: LocationSetRecord): JsonObject => ({ kind: "locationSet", uid, title })

/**
 * The import line of an agenda, with the field definitions of the agenda itself. Definitions of its network are in the
 * line of the network.
 */
const agendaLine = (agenda: AgendaRecord, definitions: ReadonlyArray<AdditionalField>): JsonObject => ({
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
  ...(agenda.networkUid === null ? {} : { networkUid: agenda.networkUid }),
  ...(agenda.locationSetUid === null ? {} : { locationSetUid: agenda.locationSetUid }),
  settings: storedJson(agenda.settings),
  schema: { fields: definitions.filter(({ schemaType }) => schemaType === "agenda") }
})

/** Decodes a location's stored detail, with image URLs below `imageBase`. */
const detailOf = (detail: string, imageBase: string): JsonObject => {
  const stored = storedObject(detail)
  return { ...stored, image: presentImage(stored.image, imageBase) }
}

/** The import line of an agenda's location, with image URLs below `imageBase`. */
const locationLine = (location: LocationRecord, { locationSetUid }: AgendaRecord, imageBase: string): JsonObject => ({
  kind: "location",
  uid: location.uid,
  agendaUid: location.agendaUid,
  ...(location.setUid === locationSetUid ? {} : { setUid: location.setUid }),
  slug: location.slug,
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
  ...detailOf(location.detail, imageBase)
})

const byKey = (a: ExtId, b: ExtId): number => compareCodePoints(a.key, b.key) || compareCodePoints(a.value, b.value)

/** Values of the additional fields that the agenda defines; an import could not restore others. */
const valuesOf = (event: Event, definitions: ReadonlyArray<AdditionalField>, imageBase: string): FieldValues =>
  mergeFieldValues(
    {},
    Object.fromEntries(definitions.map((definition) => {
      const value = fieldValueOf(definition, event.fields)
      return [definition.field, value === undefined ? null : presentFieldValue(value, imageBase)]
    }))
  )

/** Availability rows in the order of the slots, then of the provider codes. */
const sortedRows = (slots: Event["timings"], rows: AvailabilityRows): JsonObject =>
  Object.fromEntries(slots.flatMap(({ id }) => {
    const byProvider = Object.entries(rows[id] ?? {}).toSorted(([a], [b]) => compareCodePoints(a, b))
    return byProvider.length === 0 ? [] : [[id, Object.fromEntries(byProvider)]]
  }))

/**
 * The import line of an event: its slots with ids and overrides, its images as presented, its availability rows, and
 * its retired slot ids.
 */
const eventLine = (
  { event, record, rows }: {
    readonly event: Event
    readonly record: Pick<EventRecord, "availabilityUpdatedAt" | "retiredSlotIds">
    readonly rows: AvailabilityRows
  },
  definitions: ReadonlyArray<AdditionalField>,
  imageBase: string
): JsonObject => {
  const availability = sortedRows(event.timings, rows)
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
    ...(record.availabilityUpdatedAt === null ? {} : { availabilityUpdatedAt: formatUtc(record.availabilityUpdatedAt) }),
    ...(record.retiredSlotIds.length === 0 ? {} : { retiredSlotIds: record.retiredSlotIds.toSorted(compareCodePoints) }),
    ...(event.timezoneNamed ? { timezoneNamed: true } : {}),
    ...(event.offers.length === 0 ? {} : { offers: event.offers }),
    ...(Object.keys(availability).length === 0 ? {} : { availability }),
    data: {
      ...Struct.pick(event, ...plainFields),
      image: presentImage(event.image, imageBase),
      featured: event.featured,
      timezone: event.timezone,
      timings: event.timings.map(({ begin, end, id }) => {
        const offers = event.slotOffers[id] ?? []
        return {
          id,
          begin: formatInstant(begin, event.timezone),
          end: formatInstant(end, event.timezone),
          ...(offers.length === 0 ? {} : { offers })
        }
      }),
      ...valuesOf(event, definitions, imageBase)
    }
  }
}

const locationLines = (agenda: AgendaRecord) =>
  Stream.unwrap(
    Effect.map(Effect.all([LocationStore, CurrentImageBase]), ([locations, imageBase]) =>
      Stream.map(
        streamAll((after: number, limit) => locations.scan(agenda.uid, after, limit), (location) => location.uid, 0),
        (location) => locationLine(location, agenda, imageBase)
      ))
  )

const eventLines = (agendaUid: number, fields: ReadonlyArray<AdditionalField>) =>
  Stream.unwrap(
    Effect.map(Effect.all([EventStore, CurrentImageBase, makePacer]), ([events, imageBase, pace]) =>
      streamAll(
        (after: number, limit) => events.scan({ agendaUid }, after, limit),
        (event) => event.uid,
        0
      ).pipe(
        Stream.mapEffect((record) =>
          Effect.map(
            Effect.all([eventOf(record), availabilityOf(record)]),
            ([event, rows]) => eventLine({ event, record, rows }, fields, imageBase)
          ).pipe(Effect.zipLeft(pace))
        )
      ))
  )

/** Import lines of an agenda and of its locations, in order of uid. */
export const exportAgenda = (agenda: AgendaRecord): Stream.Stream<JsonObject, StoreError, LocationStore | NetworkStore> =>
  Stream.unwrap(
    Effect.map(agendaDefinitions(agenda), (fields) => Stream.concat(Stream.make(agendaLine(agenda, fields)), locationLines(agenda)))
  )

/**
 * Import lines of an agenda's events, in order of uid. They may be at locations that other agendas of a set created.
 */
export const exportEvents = (agenda: AgendaRecord): Stream.Stream<JsonObject, StoreError, EventStore | NetworkStore> =>
  Stream.unwrap(Effect.map(agendaFields(agenda), (fields) => eventLines(agenda.uid, fields)))

/** Location sets of an agenda and of its locations, in order of uid. */
const setsOf = Effect.fnUntraced(function*(agenda: AgendaRecord) {
  const locations = yield* LocationStore
  const made = yield* scanAll((after: number, limit) => locations.scan(agenda.uid, after, limit), (location) => location.uid, 0)
  const uids = [agenda.locationSetUid, ...made.map(({ setUid }) => setUid)].filter((uid) => uid !== null)
  const found = yield* (yield* LocationSetStore).findMany([...new Set(uids)])
  return found.toSorted((a, b) => a.uid - b.uid)
})

/** Import lines of the location sets, in order of uid: all, or those that this agenda needs. */
export const exportLocationSets = (
  agenda: AgendaRecord | null
): Stream.Stream<JsonObject, StoreError, LocationSetStore | LocationStore> =>
  Stream.unwrap(Effect.map(LocationSetStore, (sets) =>
    agenda === null
      ? streamAll((after: number, limit) => sets.scan(after, limit), (set) => set.uid, 0)
      : Stream.fromIterableEffect(setsOf(agenda)))).pipe(Stream.map(locationSetLine))

/** Import lines of the networks, in order of uid: all, or the one of this agenda. */
export const exportNetworks = (agenda: AgendaRecord | null): Stream.Stream<JsonObject, StoreError, NetworkStore> =>
  Stream.unwrap(Effect.map(NetworkStore, (networks) => {
    if (agenda === null) return streamAll((after: number, limit) => networks.scan(after, limit), (network) => network.uid, 0)
    return agenda.networkUid === null ? Stream.empty : Stream.fromIterableEffect(networks.findMany([agenda.networkUid]))
  })).pipe(Stream.map(networkLine))
