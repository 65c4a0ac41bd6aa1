import { published } from "../../domain/Event.js"
import type { EventRecord } from "../../record/EventRecord.js"
import type { Authorization } from "../Access.js"

/**
 * The user whose own events the caller reads in every state (wire.md §3): a member with a secret key or its token.
 * Null: the key has no owner, the caller is not a member, or the key is public.
 */
export const ownEventsOf = ({ caller, role }: Authorization): number | null =>
  caller._tag === "Key" && caller.kind === "secret" && role !== null ? caller.userUid : null

/**
 * Whether a caller may know that an event exists: published events are visible to everyone, own ones to contributors,
 * and all to moderators.
 */
export const isVisible = (
  authorization: Authorization,
  { contributorUid, state }: Pick<EventRecord, "contributorUid" | "state">
): boolean => authorization.moderates || state === published || (contributorUid !== null && contributorUid === ownEventsOf(authorization))
