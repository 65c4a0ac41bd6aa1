import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { HostProfile } from "../domain/access/HostIdentity.js"
import type { StoreError } from "../domain/error/EngineError.js"

/** Finds users of the host. Fail with `StoreError` of reason `Unavailable` when the host cannot answer. */
export interface Directory {
  /** The user with this id of the host; null when there is none. */
  readonly find: (userId: string) => Effect.Effect<HostProfile | null, StoreError>
  /** The user with this verified address, in lower case; null when there is none. */
  readonly findByEmail: (email: string) => Effect.Effect<HostProfile | null, StoreError>
}

/**
 * The users of a host that keeps them itself; null when it has none. The engine stores an account for each user that it
 * meets: its own uid, the id of the host, and a copy of name and address. The directory is asked, outside of
 * transactions, for users without an account, and by `Users.refresh`. Read when the layers of services are built.
 */
export class UserDirectory extends Context.Reference<UserDirectory>()("@agenda-engine/core/ports/UserDirectory", {
  defaultValue: (): Directory | null => null
}) {}
