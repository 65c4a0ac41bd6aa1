import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/error/EngineError.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import type { NamedRecords, RecordStore } from "./RecordStore.js"

/** Memberships to scan: those of an agenda, or those of a user. */
export type MemberGroup = { readonly agendaUid: number } | { readonly userUid: number }

/** Members of `MemberStore` besides those of every store of records. */
export interface MemberRecords {
  /** The memberships of these users in an agenda, in any order. Largest call: 300 users, those of a page of events. */
  readonly findMany: (agendaUid: number, userUids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<MemberRecord>, StoreError>
  /**
   * Keyset scan: memberships of a group with a greater uid than `afterUid`, ordered by uid. At most `limit`.
   * Largest call: limit 101.
   */
  readonly scan: (group: MemberGroup, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<MemberRecord>, StoreError>
  /** The number of members of an agenda. */
  readonly count: (agendaUid: number) => Effect.Effect<number, StoreError>
}

/** The store of memberships, by uid. A user has one membership in an agenda: that is its name. */
export class MemberStore extends Context.Tag("@agenda-engine/core/ports/MemberStore")<
  MemberStore,
  & MemberRecords
  & NamedRecords<MemberRecord, Pick<MemberRecord, "agendaUid" | "userUid">>
  & Pick<RecordStore<MemberRecord>, "find" | "put" | "remove">
>() {}
