import * as Schema from "effect/Schema"
import { Role } from "./Member.js"

/** Maximum length of the id of a host's user, in UTF-16 code units. */
export const userId_chars_max = 255

const GrantedRoles = Schema.Record({ key: Schema.String.pipe(Schema.pattern(/^(\*|[1-9]\d*)$/)), value: Role }).annotations({
  message: () => ({ message: "roles by the uid of an agenda or * are expected", override: true })
})

/** Roles by the uid of an agenda. */
export const AgendaRoles = Schema.Record({ key: Schema.String.pipe(Schema.pattern(/^[1-9]\d*$/)), value: Role })

/** Roles by the uid of an agenda, as a host answers them. */
export type AgendaRoles = typeof AgendaRoles.Type

/** Roles by the uid of an agenda; `*` is every agenda. */
export type GrantedRoles = typeof GrantedRoles.Type

/** The id of a host's user, as text. A missing or empty one is an error: all users without one would be the same. */
const UserId = Schema.Union(
  // No control characters: not every database stores them.
  Schema.String.pipe(Schema.pattern(/^[^\p{Cc}\p{Cs}]+$/u), Schema.maxLength(userId_chars_max)),
  Schema.transform(Schema.Int, Schema.String, { strict: true, decode: String, encode: Number })
).annotations({
  message: () => ({
    message: `a text of 1 to ${userId_chars_max} characters without control characters, or a whole number, is expected`,
    override: true
  })
})

/** A user of the host, as the host identifies the sender of a request. */
export const HostIdentity = Schema.Struct({
  /** The host's own id of the user, which never changes; `7` and `"7"` are the same user. */
  userId: UserId,
  /** Name that members and histories show. Absent: the name that the account has, else the id. */
  name: Schema.optional(Schema.NullOr(Schema.String)),
  /** E-mail address of the user. It only counts with `emailVerified`. */
  email: Schema.optional(Schema.NullOr(Schema.String)),
  /** Whether the host knows that the address is the user's. The user then gets the account with this address. */
  emailVerified: Schema.optional(Schema.NullOr(Schema.Boolean)),
  /** Roles that the host grants, beside memberships; of several roles in an agenda, the highest counts. */
  roles: Schema.optional(Schema.NullOr(GrantedRoles)),
  /** End of the session, in epoch milliseconds. From then on the identity is refused. */
  expiresAt: Schema.optional(Schema.NullOr(Schema.Number.pipe(Schema.finite())))
})
/** A user of the host, as its directory has them. */
export const HostProfile = HostIdentity.pick("userId", "name", "email", "emailVerified")

/** A user of the host, checked and normalized. */
export type HostProfile = typeof HostProfile.Type

/** A user of the host, as a host writes it. */
export type HostProfileInput = typeof HostProfile.Encoded

/** A member of an agenda, as a host that keeps memberships itself answers. */
export const HostMember = Schema.Struct({
  ...HostProfile.fields,
  /** Role of the member, with what `HostIdentity.roles` grants. */
  role: Role
})

/** A member of an agenda, checked and normalized. */
export type HostMember = typeof HostMember.Type

/** A member of an agenda, as a host writes it. */
export type HostMemberInput = typeof HostMember.Encoded

/** The sender of a request, checked and normalized. */
export type HostIdentity = typeof HostIdentity.Type

/** The sender of a request, as a host writes it. */
export type HostIdentityInput = typeof HostIdentity.Encoded
