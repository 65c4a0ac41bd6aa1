import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Invalid, NotFound, StoreError } from "../domain/EngineError.js"
import type { UserRecord } from "../record/UserRecord.js"

/** Makes and lists user accounts. For operators and embedders: it asks for no caller. */
export class Users extends Context.Tag("@agenda-engine/core/services/Users")<Users, {
  /** Makes an account. `Invalid`: not an e-mail address, one that is taken (`duplicate`), or no name. */
  readonly create: (draft: { readonly email: string; readonly name: string }) => Effect.Effect<UserRecord, Invalid | StoreError>
  /** The account with this uid. */
  readonly get: (uid: number) => Effect.Effect<UserRecord, NotFound | StoreError>
  /** All accounts in order of uid. */
  readonly list: Effect.Effect<ReadonlyArray<UserRecord>, StoreError>
}>() {}
