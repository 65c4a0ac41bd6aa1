import * as Schema from "effect/Schema"

/**
 * Where an invitation stands. `pending`: its mail is to be sent; `sent`: the mail was taken; `failed`: the mail is refused for good;
 * `accepted`: it has made a member; `revoked`: it was taken back.
 */
export const InvitationStatus = Schema.Literal("pending", "sent", "failed", "accepted", "revoked").annotations({
  identifier: "InvitationStatus"
})
/** Where an invitation stands. */
export type InvitationStatus = typeof InvitationStatus.Type
