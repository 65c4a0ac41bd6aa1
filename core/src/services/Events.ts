import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Caller } from "../domain/Credential.js"
import type { Conflict, Forbidden, Invalid, NotFound, StoreError, Unauthorized } from "../domain/EngineError.js"
import type { Issue } from "../domain/Issue.js"
import type { Json, JsonObject } from "../domain/Json.js"
import type { EventQuery } from "../query/EventQuery.js"
import type { AgendaRef } from "../record/AgendaRecord.js"
import type { EventRef } from "../record/EventRecord.js"

/** A page of events, as `/v2/agendas/{a}/events` answers it. */
export interface EventList {
  readonly total: number
  readonly events: ReadonlyArray<JsonObject>
  /** Pass as `after` for the next page; null exactly when nothing is left. */
  readonly after: ReadonlyArray<string> | null
  /** The order the list is in. */
  readonly sort: string
}

/** An event that was written, and what of the body was left alone. */
export interface WrittenEvent {
  readonly outcome: "created" | "updated" | "unchanged"
  readonly event: JsonObject
  readonly warnings: ReadonlyArray<Issue>
}

/** How a body is read. */
export interface WriteOptions {
  /** The language of plain strings on multilingual fields (header `lang`); null: the agenda's default. */
  readonly lang: string | null
}

/** What an administrator's import may set beside the body; the uid and slug only when they are free, and only of an event that is made. */
export interface Restoration {
  /** Finds the event where no external identifier does. */
  readonly uid?: number
  /** Finds the event, and is one of its external identifiers from then on. */
  readonly extId?: { readonly key: string; readonly value: string }
  readonly slug?: string
  readonly createdAt?: number
  readonly updatedAt?: number
  readonly extIds?: ReadonlyArray<{ readonly key: string; readonly value: string }>
}

type ReadError = Invalid | Unauthorized | Forbidden | NotFound | StoreError
type WriteError = ReadError | Conflict

/** Lists, reads and writes the events of an agenda. Every write is one transaction: all of it is kept or nothing. */
export class Events extends Context.Tag("@agenda-engine/core/services/Events")<Events, {
  /** A page of an agenda's events. */
  readonly list: (caller: Caller, agenda: AgendaRef, query: EventQuery) => Effect.Effect<EventList, ReadError>
  /** One event in the detailed form. One that the caller may not see is `NotFound`, as one that never was. */
  readonly get: (caller: Caller, agenda: AgendaRef, event: EventRef) => Effect.Effect<JsonObject, ReadError>
  /** Makes an event from a request body. */
  readonly create: (caller: Caller, agenda: AgendaRef, body: Json, options: WriteOptions) => Effect.Effect<WrittenEvent, WriteError>
  /** Replaces the writable content of an event (wire.md §2, full update). */
  readonly replace: (
    caller: Caller,
    agenda: AgendaRef,
    event: EventRef,
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenEvent, WriteError>
  /** Replaces the fields that the body names and leaves the others (wire.md §2, PATCH). */
  readonly patch: (
    caller: Caller,
    agenda: AgendaRef,
    event: EventRef,
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenEvent, WriteError>
  /** Makes the event with this external identifier, or replaces the one that has it. Racing calls make one event. */
  readonly upsert: (
    caller: Caller,
    agenda: AgendaRef,
    extId: { readonly key: string; readonly value: string },
    body: Json,
    options: WriteOptions
  ) => Effect.Effect<WrittenEvent, WriteError>
  /**
   * Makes or replaces the event of an import line, found by its external identifier, else by its uid. A new event takes the line's
   * uid, slug and instants. For operators and administrators: anyone else is `Forbidden`.
   */
  readonly restore: (
    caller: Caller,
    agenda: AgendaRef,
    line: Restoration,
    body: Json
  ) => Effect.Effect<WrittenEvent, WriteError>
  /** Removes an event; a tombstone stays. Answers the event as it was. */
  readonly remove: (caller: Caller, agenda: AgendaRef, event: EventRef) => Effect.Effect<JsonObject, WriteError>
}>() {}
