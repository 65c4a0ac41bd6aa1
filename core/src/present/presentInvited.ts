import type { JsonObject } from "../domain/Json.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import type { UserRecord } from "../record/UserRecord.js"

/** An address that was asked for and is a member's already, as the answer to an invitation shows it (service.md, POST members/invite). */
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

/** An address that is invited, as the answer to an invitation shows it; `user` is whose it is, null while there is no such account. */
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
