import { Role } from "@agenda-engine/core/domain/Member"
import * as Schema from "effect/Schema"

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

/** A page of the agendas that the caller is a member of. */
export const MembershipPage = Schema.Struct({
  success: Schema.Literal(true),
  total: Schema.Int,
  items: Schema.Array(Schema.Struct({ uid: Schema.Int, title: Schema.String, slug: Schema.String, member: MemberAnswer })),
  after
}).annotations({ identifier: "MembershipPage" })
