import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { Role } from "@agenda-engine/core/domain/Member"
import * as Schema from "effect/Schema"
import { Warnings } from "./Warnings.js"

const after = Schema.NullOr(Schema.Int).annotations({ description: "Pass as `after` for the next page; null when nothing is left." })

/** A member as answers show it (service.md, Agenda member; wire.md §7). */
export const MemberAnswer = Schema.Struct({
  uid: Schema.Int.annotations({ description: "Of the membership." }),
  userUid: Schema.Int.annotations({ description: "Of the account." }),
  name: Schema.String,
  email: Schema.String,
  phone: Schema.NullOr(Schema.String),
  organization: Schema.NullOr(Schema.String),
  position: Schema.NullOr(Schema.String),
  role: Role
}).annotations({ identifier: "Member" })

/** A page of members. */
export const MemberPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  items: Schema.Array(MemberAnswer),
  after
}).annotations({ identifier: "MemberPage" })

/** The body of a call that invites (service.md, POST members/invite). */
export const InviteBody = Schema.Struct({
  role: Role.annotations({ description: "What those who accept may do." }),
  emails: Schema.Array(Schema.String).annotations({
    description: `E-mail addresses, at most ${defaultLimits.invitations_max}; those that differ by case alone are one.`
  }),
  message: Schema.optionalWith(Schema.String, { exact: true }).annotations({ description: "For the mail, markdown." })
}).annotations({ identifier: "InviteBody" })

/** An invited address. */
const InvitedMember = Schema.Struct({
  userUid: Schema.NullOr(Schema.Int).annotations({ description: "Null until somebody has an account with this address." }),
  deletedUser: Schema.Boolean,
  name: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  email: Schema.String,
  position: Schema.NullOr(Schema.String),
  organization: Schema.NullOr(Schema.String),
  role: Role
}).annotations({ identifier: "InvitedMember" })

/** The answer to a call that invites. */
export const InvitedAnswer = Schema.Struct({
  success: Schema.Literal(true),
  queued: Schema.Int.annotations({ description: "How many different addresses there are in all." }),
  processed: Schema.Array(InvitedMember).annotations({ description: "Those processed so far, as they stand." }),
  warnings: Warnings
}).annotations({ identifier: "Invited" })

/** A page of the agendas that the caller is a member of. */
export const MembershipPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  items: Schema.Array(Schema.Struct({ uid: Schema.Int, title: Schema.String, slug: Schema.String, member: MemberAnswer })),
  after
}).annotations({ identifier: "MembershipPage" })
