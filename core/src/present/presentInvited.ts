import type { JsonObject } from "../domain/Json.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import type { UserRecord } from "../record/UserRecord.js"

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
