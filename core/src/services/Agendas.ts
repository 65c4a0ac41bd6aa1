import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Caller } from "../domain/Credential.js"
import type { Forbidden, Invalid, NotFound, StoreError, Unauthorized } from "../domain/EngineError.js"
import type { Json, JsonObject } from "../domain/Json.js"
import type { AgendaQuery } from "../query/AgendaQuery.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"

/** What a new agenda shall be; what is absent takes its default. */
export interface AgendaDraft {
  readonly title: string
  /** The uid to keep, for imports; else one is made. */
  readonly uid?: number
  /** Else it is made from the title. */
  readonly slug?: string
  readonly description?: string
  readonly image?: string | null
  readonly url?: string | null
  readonly official?: boolean
  readonly private?: boolean
  readonly indexed?: boolean
  /** `AgendaSettings` (wire.md §7). */
  readonly settings?: Json
  /** Additional field definitions: `{ fields: [...] }` (wire.md §5). */
  readonly schema?: Json
  /** Who becomes administrator. */
  readonly ownerUid?: number
}

/** A page of agendas, as `/v2/agendas` answers it. */
export interface AgendaList {
  readonly total: number
  readonly agendas: ReadonlyArray<JsonObject>
  /** Pass as `after` for the next page; null when nothing is left. */
  readonly after: ReadonlyArray<number> | null
}

/** Finds, reads and makes agendas. */
export class Agendas extends Context.Tag("@agenda-engine/core/services/Agendas")<Agendas, {
  /** Searches public, indexed agendas. */
  readonly search: (caller: Caller, query: AgendaQuery) => Effect.Effect<AgendaList, Invalid | Unauthorized | Forbidden | StoreError>
  /** One agenda as `/v2/agendas/{a}` answers it; `detailed` adds `schema`, `network`, `locationSet`. */
  readonly get: (
    caller: Caller,
    ref: AgendaRef,
    options: { readonly detailed: boolean }
  ) => Effect.Effect<JsonObject, Unauthorized | Forbidden | NotFound | StoreError>
  /** Makes an agenda. For operators and embedders. `Invalid`: no title, a taken uid or slug, malformed settings or schema. */
  readonly create: (draft: AgendaDraft) => Effect.Effect<AgendaRecord, Invalid | NotFound | StoreError>
  /** Makes an agenda with this uid, or brings the one there is to what the draft says. For imports. */
  readonly restore: (
    draft: AgendaDraft & { readonly uid: number }
  ) => Effect.Effect<{ readonly outcome: "created" | "updated" | "unchanged"; readonly agenda: AgendaRecord }, Invalid | NotFound | StoreError>
  /** Every agenda in order of uid, private ones too. For operators. */
  readonly list: Effect.Effect<ReadonlyArray<AgendaRecord>, StoreError>
}>() {}
