import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Caller } from "../domain/Credential.js"
import type { Forbidden, Invalid, NotFound, StoreError, Unauthorized } from "../domain/EngineError.js"
import type { Issue } from "../domain/Issue.js"
import type { Json, JsonObject } from "../domain/Json.js"
import type { LocationQuery } from "../query/LocationQuery.js"
import type { AgendaRef } from "../record/AgendaRecord.js"

/** A page of locations, as `/v2/agendas/{a}/locations` answers it. */
export interface LocationList {
  readonly total: number
  readonly locations: ReadonlyArray<JsonObject>
  readonly after: number | null
}

/** A location that was written, and what of the body was left alone. */
export interface WrittenLocation {
  readonly location: JsonObject
  readonly warnings: ReadonlyArray<Issue>
}

/** Lists, reads and makes locations. */
export class Locations extends Context.Tag("@agenda-engine/core/services/Locations")<Locations, {
  /** Locations of an agenda and of the set it shares. */
  readonly list: (
    caller: Caller,
    agenda: AgendaRef,
    query: LocationQuery
  ) => Effect.Effect<LocationList, Invalid | Unauthorized | Forbidden | NotFound | StoreError>
  /** One location of an agenda or its set. */
  readonly get: (
    caller: Caller,
    agenda: AgendaRef,
    uid: number
  ) => Effect.Effect<JsonObject, Unauthorized | Forbidden | NotFound | StoreError>
  /** Makes a location from a request body. Any member may. `lang`: the language of plain strings on multilingual fields. */
  readonly create: (
    caller: Caller,
    agenda: AgendaRef,
    body: Json,
    options: { readonly lang: string | null }
  ) => Effect.Effect<WrittenLocation, Invalid | Unauthorized | Forbidden | NotFound | StoreError>
  /** Makes a location with this uid, or brings the one there is to what the body says. For imports. */
  readonly restore: (
    agendaUid: number,
    uid: number,
    body: Json
  ) => Effect.Effect<"created" | "updated" | "unchanged", Invalid | NotFound | StoreError>
}>() {}
