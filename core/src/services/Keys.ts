import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { KeyKind, Operation } from "../domain/Credential.js"
import type { Invalid, NotFound, StoreError } from "../domain/EngineError.js"
import type { KeyRecord } from "../record/CredentialRecord.js"

/** What a new key shall be. */
export interface KeyDraft {
  readonly kind: KeyKind
  /** Whose rights it has; needed for a secret key, refused for an agenda key. */
  readonly ownerUid: number | null
  /** Null: unrestricted. An agenda key names exactly one. */
  readonly agendaUids: ReadonlyArray<number> | null
  readonly operations: ReadonlyArray<Operation> | null
  /** Epoch milliseconds; null: never. */
  readonly expiresAt: number | null
}

/** Makes, lists and revokes keys. For operators and embedders: it asks for no caller. */
export class Keys extends Context.Tag("@agenda-engine/core/services/Keys")<Keys, {
  /** Makes a key. The key itself is in this answer and nowhere else. */
  readonly create: (draft: KeyDraft) => Effect.Effect<{ readonly id: string; readonly key: string }, Invalid | NotFound | StoreError>
  /** All keys, without the keys themselves. */
  readonly list: Effect.Effect<ReadonlyArray<KeyRecord>, StoreError>
  /** Revokes a key and every token bought with it. Revoked already: nothing happens. */
  readonly revoke: (id: string) => Effect.Effect<void, NotFound | StoreError>
}>() {}
