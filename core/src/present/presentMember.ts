import { formatUtc } from "../derive/dates/formatInstant.js"
import type { JsonObject } from "../domain/text/Json.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { MemberRecord, UserRecord } from "../record/MemberRecord.js"

/** What a response shows of a member. */
export type PresentedMember = Pick<
  MemberRecord,
  "uid" | "userUid" | "name" | "email" | "phone" | "organization" | "position" | "role"
>

/**
 * A member in responses to privileged callers (service.md, Agenda member; wire.md §7). `uid` identifies the membership,
 * `userUid` the account.
 */
export const presentMember = (record: MemberRecord): PresentedMember => ({
  uid: record.uid,
  userUid: record.userUid,
  name: record.name,
  email: record.email,
  phone: record.phone,
  organization: record.organization,
  position: record.position,
  role: record.role
})

/** What a response shows of an agenda beside one of its members. */
export type NamedAgenda = Pick<AgendaRecord, "uid" | "title" | "slug">

/** The agenda of a member, without its settings and fields. */
export const presentAgendaName = ({ slug, title, uid }: AgendaRecord): NamedAgenda => ({ uid, title, slug })

/** A membership in responses to its own user (wire.md §1, `/me/agendas`). */
export const presentMembership = (record: MemberRecord, agenda: AgendaRecord): JsonObject => ({
  ...presentAgendaName(agenda),
  member: presentMember(record)
})

/**
 * An invited address that already belongs to a member, in the response to an invitation (service.md, POST
 * members/invite).
 */
export const presentInvitedMember = (record: MemberRecord): JsonObject => ({
  userUid: record.userUid,
  deletedUser: false,
  name: record.name,
  phone: record.phone,
  email: record.email,
  position: record.position,
  organization: record.organization,
  role: record.role
})

/**
 * An invited address in the response to an invitation; `user` is the account of the address, null when there is none.
 */
export const presentInvited = (record: InvitationRecord, user: UserRecord | null): JsonObject => ({
  userUid: user?.uid ?? null,
  deletedUser: false,
  name: user?.name ?? null,
  phone: null,
  email: record.email,
  position: null,
  organization: null,
  role: record.role
})

/** What the holder of an invitation's link is shown of it. `expiresAt`: RFC 3339, in UTC. */
export type PresentedInvitation = Pick<InvitationRecord, "id" | "email" | "role" | "message" | "status"> & {
  readonly expiresAt: string
}

/** An invitation without its mail and its inviter. */
export const presentInvitation = ({ email, expiresAt, id, message, role, status }: InvitationRecord): PresentedInvitation => ({
  id,
  email,
  role,
  message,
  status,
  expiresAt: formatUtc(expiresAt)
})
