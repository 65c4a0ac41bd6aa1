import type { HostIdentity } from "@agenda-engine/core/domain/access/HostIdentity"
import type { Forbidden, Unauthorized } from "@agenda-engine/core/domain/error/EngineError"
import * as Effect from "effect/Effect"
import type { Refusal } from "../response/Refusal.js"

/**
 * Why the sender is not known. `Refusal`: the host cannot say. `Unauthorized`: the session has ended. `Forbidden`: a
 * write that a page of another site may have caused.
 */
export type SenderFailure = Forbidden | Refusal | Unauthorized

/** Who sent a request, as far as the host knows. */
export interface Sender {
  /** `askIdentity` for the request, which asks the host once; null for no user of the host. */
  readonly identity: Effect.Effect<HostIdentity | null, SenderFailure>
  /** Whether the engine's keys and access tokens count when there is no user of the host. */
  readonly engineCredentials: boolean
}

/** The sender of a request to a host without users of its own. */
export const unknownSender: Sender = { identity: Effect.succeed(null), engineCredentials: true }
