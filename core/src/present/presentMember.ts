import type { JsonObject } from "../domain/Json.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"

/** A member as privileged callers read it (service.md, Agenda member; wire.md §7): `uid` is the membership, `userUid` the account. */
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

/** A membership as its user reads it: the agenda, and themselves as its member (wire.md §1, `/me/agendas`). */
export const presentMembership = (record: MemberRecord, agenda: AgendaRecord): JsonObject => ({
  uid: agenda.uid,
  title: agenda.title,
  slug: agenda.slug,
  member: presentMember(record)
})
