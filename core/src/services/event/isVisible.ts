import { published } from "../../domain/Event.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { Standing } from "../Access.js"

/**
 * The user whose own events the caller reads in every state (wire.md §3): a member who calls with an access token or a secret key. Null: the
 * caller is nobody's, no member, or uses a key that may sit in a web page.
 */
export const ownEventsOf = ({ caller, role }: Standing): number | null =>
  caller._tag === "Key" && caller.kind === "secret" && role !== null ? caller.userUid : null

/** Whether a caller may know that an event is there: everybody of published ones, contributors of their own, those who moderate of all. */
export const isVisible = (standing: Standing, { contributorUid, state }: Pick<EventRecord, "contributorUid" | "state">): boolean =>
  standing.moderates || state === published || (contributorUid !== null && contributorUid === ownEventsOf(standing))
