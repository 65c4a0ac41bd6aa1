import type { JsonObject } from "../domain/Json.js"
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
