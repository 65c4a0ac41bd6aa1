import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Caller, Operation } from "../domain/Credential.js"
import type { Forbidden, NotFound, StoreError, Unauthorized } from "../domain/EngineError.js"
import type { Role } from "../domain/Member.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"

/** What a request carried to say who is calling: each null when it was not sent. */
export interface Presented {
  /** From header or query `key`. */
  readonly key: string | null
  /** From header `access-token` or `Authorization: Bearer`. */
  readonly token: string | null
}

/** A caller at an agenda: what they are to it. */
export interface Standing {
  readonly caller: Caller
  readonly agenda: AgendaRecord
  /** The caller's role, or null for those who are not members. */
  readonly role: Role | null
  /** Whether events of every state are open to the caller: a moderator or administrator, by whatever credential that is theirs. */
  readonly moderates: boolean
  /** Whether the caller is shown who contributed (wire.md, *Privileged*): as `moderates`, but never by a key that may sit in a web page. */
  readonly privileged: boolean
}

/** Says who is calling and what they may do: the one place where credentials and rights are looked at (wire.md §3). */
export class Access extends Context.Tag("@agenda-engine/core/services/Access")<Access, {
  /**
   * Who is calling. The token counts when both are there.
   * `Unauthorized`: nothing presented, or an unknown or expired token. `Forbidden`: an unknown, revoked or expired key.
   */
  readonly identify: (presented: Presented) => Effect.Effect<Caller, Unauthorized | Forbidden | StoreError>
  /** Buys an access token with a secret key. `Unauthorized`: not a secret key, or a revoked or expired one. */
  readonly requestToken: (
    secret: string
  ) => Effect.Effect<{ readonly accessToken: string; readonly lifetime_seconds: number }, Unauthorized | StoreError>
  /**
   * What the caller is to this agenda, having checked that they may read it and that the credential allows the operation.
   * A write operation with a credential that only reads is `Unauthorized`; a missing right is `Forbidden`; an unknown agenda `NotFound`.
   */
  readonly enter: (
    caller: Caller,
    agenda: AgendaRef,
    operation: Operation
  ) => Effect.Effect<Standing, Unauthorized | Forbidden | NotFound | StoreError>
  /** Checks that the credential allows an operation that belongs to no single agenda. */
  readonly allow: (caller: Caller, operation: Operation) => Effect.Effect<void, Unauthorized | Forbidden>
}>() {}
