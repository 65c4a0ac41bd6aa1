import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { AdditionalField } from "../../domain/field/AdditionalField.js"
import { CurrentImageBase } from "../../domain/media/Image.js"
import type { JsonObject } from "../../domain/text/Json.js"
import { EventStore } from "../../ports/event/EventStore.js"
import { LocationSetStore } from "../../ports/LocationSetStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import { makePacer } from "../../schedule/timeSlices.js"
import { agendaDefinitions, agendaFields } from "../agenda/agendaFields.js"
import { availabilityOf, eventOf } from "../event/EventRecords.js"
import { scanAll, streamAll } from "../transaction/scanAll.js"
import { agendaLine, eventLine, locationLine, locationSetLine, networkLine } from "./exportLine.js"

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
