import { formatUtc } from "../derive/formatInstant.js"
import type { JsonObject } from "../domain/Json.js"
import type { StateChange } from "../record/StateChange.js"

/** A change of state with what is shown beside it. */
export interface ShownStateChange extends StateChange {
  /** The name of the user who did it; null where there is none. */
  readonly name: string | null
}

/**
 * A change of state as privileged callers read it (wire.md §7): when, from which state (null: the event was made) to which, why, by whom and
 * by which key. `by` is null when it was the program itself for nobody in particular, `key` whenever it was the program. Of a user whose
 * account is deleted nothing is left but that: `{userUid: null, name: null, deletedUser: true}`.
 */
export const presentStateChange = ({ at, from, keyId, motive, name, to, userUid }: ShownStateChange): JsonObject => ({
  at: formatUtc(at),
  from,
  to,
  motive,
  by: userUid === null && keyId === null ? null : { userUid, name, deletedUser: userUid === null },
  key: keyId
})
