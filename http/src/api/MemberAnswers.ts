import { MemberAnswer } from "@agenda-engine/core/contract/MemberAnswer"
import { Role } from "@agenda-engine/core/domain/access/Member"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import * as Schema from "effect/Schema"
import { Warnings } from "./Problem.js"

const after = Schema.NullOr(Schema.Int).annotations({ description: "Pass as `after` for the next page; null on the last page." })

/** A page of members. */
export const MemberPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  items: Schema.Array(MemberAnswer),
  after
}).annotations({ identifier: "MemberPage" })

/** Body of an invitation request (service.md, POST members/invite). */
export const InviteBody = Schema.Struct({
  role: Role.annotations({ description: "The role of the new members." }),
  emails: Schema.Array(Schema.String).annotations({
    description: `E-mail addresses, at most ${defaultLimits.invitations_max}; compared case-insensitively.`
  }),
  message: Schema.optionalWith(Schema.String, { exact: true }).annotations({ description: "For the mail, markdown." })
}).annotations({ identifier: "InviteBody" })

/** An invited address. */
const InvitedMember = Schema.Struct({
  userUid: Schema.NullOr(Schema.Int).annotations({ description: "Null while no account has this address." }),
  deletedUser: Schema.Boolean,
  name: Schema.NullOr(Schema.String),
  phone: Schema.NullOr(Schema.String),
  email: Schema.String,
  position: Schema.NullOr(Schema.String),
  organization: Schema.NullOr(Schema.String),
  role: Role
}).annotations({ identifier: "InvitedMember" })

/** Response to an invitation request. */
export const InvitedAnswer = Schema.Struct({
  success: Schema.Literal(true),
  queued: Schema.Int.annotations({ description: "Number of distinct addresses." }),
  processed: Schema.Array(InvitedMember).annotations({ description: "The addresses processed so far, with their status." }),
  warnings: Warnings
}).annotations({ identifier: "Invited" })

/** A page of the caller's own memberships. */
export const MembershipPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  items: Schema.Array(Schema.Struct({ uid: Schema.Int, title: Schema.String, slug: Schema.String, member: MemberAnswer })),
  after
}).annotations({ identifier: "MembershipPage" })
