import type { JsonObject } from "../domain/Json.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"

/**
 * A member in responses to privileged callers (service.md, Agenda member; wire.md §7). `uid` identifies the membership,
 * `userUid` the account.
 */
export const presentMember = (record: MemberRecord): JsonObject => ({
  uid: record.uid,
  userUid: record.userUid,
  name: record.name,
  email: record.email,
  phone: record.phone,
  organization: record.organization,
  position: record.position,
  role: record.role
})

/** A membership in responses to its own user (wire.md §1, `/me/agendas`). */
export const presentMembership = (record: MemberRecord, agenda: AgendaRecord): JsonObject => ({
  uid: agenda.uid,
  title: agenda.title,
  slug: agenda.slug,
  member: presentMember(record)
})
