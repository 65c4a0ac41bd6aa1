import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { MemberRecord } from "../record/MemberRecord.js"

/** Keeps memberships. Writes happen inside `Transaction.run`. */
export class MemberStore extends Context.Tag("@agenda-engine/core/ports/MemberStore")<MemberStore, {
  /** The membership with this uid, or null. */
  readonly get: (uid: number) => Effect.Effect<MemberRecord | null, StoreError>
  /** This user's membership of this agenda, or null. */
  readonly find: (agendaUid: number, userUid: number) => Effect.Effect<MemberRecord | null, StoreError>
  /** The memberships of this agenda that these users have, in any order. */
  readonly findMany: (agendaUid: number, userUids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<MemberRecord>, StoreError>
  /** An agenda's members in order of uid, from after this uid on, at most `limit`. */
  readonly list: (agendaUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<MemberRecord>, StoreError>
  /** How many members an agenda has. */
  readonly count: (agendaUid: number) => Effect.Effect<number, StoreError>
  /** A user's memberships in order of uid, from after this uid on, at most `limit`. */
  readonly listOfUser: (userUid: number, afterUid: number, limit: number) => Effect.Effect<ReadonlyArray<MemberRecord>, StoreError>
  /** Stores a record whole, in the place of the one with its uid if there is one. A second membership of one user in one agenda fails with `Conflict`. */
  readonly put: (record: MemberRecord) => Effect.Effect<void, StoreError>
  /** Removes a membership. None there: nothing happens. */
  readonly remove: (uid: number) => Effect.Effect<void, StoreError>
}>() {}
