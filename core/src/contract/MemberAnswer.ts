import * as Schema from "effect/Schema"
import { Role } from "../domain/access/Member.js"

/** A member in responses (service.md, Agenda member; wire.md §7). */
export const MemberAnswer = Schema.Struct({
  uid: Schema.Int.annotations({ description: "The uid of the membership." }),
  userUid: Schema.Int.annotations({ description: "The uid of the account." }),
  name: Schema.String,
  email: Schema.String,
  phone: Schema.NullOr(Schema.String),
  organization: Schema.NullOr(Schema.String),
  position: Schema.NullOr(Schema.String),
  role: Role
}).annotations({ identifier: "Member" })
