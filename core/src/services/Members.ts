import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Conflict, NotFound, StoreError } from "../domain/EngineError.js"
import type { Role } from "../domain/Member.js"
import type { MemberRecord } from "../record/MemberRecord.js"

/** Gives users roles in agendas. For operators and embedders: it asks for no caller. */
export class Members extends Context.Tag("@agenda-engine/core/services/Members")<Members, {
  /** Makes a user a member; a member already gets the role. `Conflict`: it would leave the agenda without administrator. */
  readonly add: (agendaUid: number, userUid: number, role: Role) => Effect.Effect<MemberRecord, NotFound | Conflict | StoreError>
  /** All members of an agenda in order of uid. */
  readonly list: (agendaUid: number) => Effect.Effect<ReadonlyArray<MemberRecord>, NotFound | StoreError>
  /** Ends a membership. `Conflict`: it is the last administrator's. */
  readonly remove: (agendaUid: number, userUid: number) => Effect.Effect<void, NotFound | Conflict | StoreError>
}>() {}
