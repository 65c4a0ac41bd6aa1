import { formatUtc } from "../derive/formatInstant.js"
import type { JsonObject } from "../domain/Json.js"
import type { StateChange } from "../record/StateChange.js"

/** A state change with the data of its presentation. */
export interface ShownStateChange extends StateChange {
  /** Name of the user who made the change; null when there is none. */
  readonly name: string | null
}

/**
 * A state change in responses to privileged callers (wire.md §7). `from` is null when the event was created. `by` is
 * null when the engine itself made the change; `key` is null for every change by the engine. A deleted user is
 * `{userUid: null, name: null, deletedUser: true}`.
 */
export const presentStateChange = ({ at, from, keyId, motive, name, to, userUid }: ShownStateChange): JsonObject => ({
  at: formatUtc(at),
  from,
  to,
  motive,
  by: userUid === null && keyId === null ? null : { userUid, name, deletedUser: userUid === null },
  key: keyId
})
