import type { Caller } from "../../domain/access/Credential.js"
import { published } from "../../domain/event/Event.js"
import type { Scope } from "../../query/event/QueryPlan.js"
import type { Audience, EventRecord } from "../../record/EventRecord.js"
import type { Authorization } from "../Access.js"

/**
 * The user whose own events the caller reads in every state (wire.md §3): a member with a secret key or its token,
 * or signed in at the host. Null: the key has no owner, the caller is not a member, or the key is public.
 */
export const ownEventsOf = ({ caller, role }: Authorization): number | null =>
  role !== null && (caller._tag === "HostUser" || caller._tag === "Key" && caller.kind === "secret") ? caller.userUid : null

/**
 * Whether a caller may know that an event exists: published events are visible to everyone, own ones to contributors,
 * and all to moderators.
 */
export const isVisible = (
  authorization: Authorization,
  { contributorUid, state }: Pick<EventRecord, "contributorUid" | "state">
): boolean => authorization.moderates || state === published || (contributorUid !== null && contributorUid === ownEventsOf(authorization))

/** Whether a caller reads published events only, or others, too: own ones, or all. */
export const audienceOf = (authorization: Authorization): Audience =>
  authorization.moderates || ownEventsOf(authorization) !== null ? "privileged" : "public"

/**
 * The scope of a caller's queries across agendas. An agenda key reads its own agenda, private or not. Other callers
 * read public agendas; a restricted key only its own of these.
 */
export const scopeOf = (caller: Caller): Scope => {
  if (caller._tag !== "Key" || caller.agendaUids === null) return { _tag: "Public", within: null }
  const [agendaUid, ...others] = caller.agendaUids
  return caller.kind === "agenda" && agendaUid !== undefined && others.length === 0
    ? { _tag: "Agenda", agendaUid }
    : { _tag: "Public", within: caller.agendaUids }
}
