import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { AdditionalField } from "../../domain/AdditionalField.js"
import { CurrentImageBase } from "../../domain/CurrentImageBase.js"
import type { StoreError } from "../../domain/EngineError.js"
import type { JsonObject } from "../../domain/Json.js"
import { EventStore } from "../../ports/EventStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import type { NetworkStore } from "../../ports/NetworkStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import { makePacer } from "../../schedule/timeSlices.js"
import { agendaFields } from "../agendaFields.js"
import { availabilityOf, eventOf } from "../event/EventRecords.js"
import { streamAll } from "../scanAll.js"
import { agendaLine, eventLine, locationLine } from "./exportLine.js"

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
        (after: number, limit) => events.scan(agendaUid, after, limit),
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
    Effect.map(agendaFields(agenda), (fields) => Stream.concat(Stream.make(agendaLine(agenda, fields)), locationLines(agenda)))
  )

/**
 * Import lines of an agenda's events, in order of uid. They may be at locations that other agendas of a set created.
 */
export const exportEvents = (agenda: AgendaRecord): Stream.Stream<JsonObject, StoreError, EventStore | NetworkStore> =>
  Stream.unwrap(Effect.map(agendaFields(agenda), (fields) => eventLines(agenda.uid, fields)))
