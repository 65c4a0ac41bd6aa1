import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { AgendaRoles, HostMember } from "../domain/access/HostIdentity.js"
import type { Role } from "../domain/access/Member.js"
import type { StoreError } from "../domain/error/EngineError.js"

/** Answers the memberships of the host's users. */
export interface MembershipAnswers {
  /**
   * The role of a user of the host in an agenda, or null. It is asked for at each authorization, before the engine
   * takes a lock. Fail with `StoreError` of reason `Unavailable` when the host cannot answer.
   */
  readonly membershipOf: (userId: string, agendaUid: number) => Effect.Effect<Role | null, StoreError>
  /**
   * The agendas of a user, for `/v2/me/agendas`, with the roles that `membershipOf` answers. Absent: this list has only
   * the agendas that `HostIdentity.roles` names.
   */
  readonly agendasOf?: (userId: string) => Effect.Effect<AgendaRoles, StoreError>
  /**
   * The members of an agenda, in an order that does not change, for `/v2/agendas/{a}/members`. Absent: this list has
   * the memberships of the engine, which count for its keys alone.
   */
  readonly membersOf?: (agendaUid: number) => Effect.Effect<ReadonlyArray<HostMember>, StoreError>
}

/**
 * Memberships that the host keeps itself; null when the engine keeps those of the host's users, too. Read when
 * `Access.layer` is built. Members of the engine's own keys always come from `MemberStore`.
 */
export class HostMemberships extends Context.Reference<HostMemberships>()("@agenda-engine/core/ports/HostMemberships", {
  defaultValue: (): MembershipAnswers | null => null
}) {}
