import * as Schema from "effect/Schema"

/**
 * The status of an invitation. `pending`: the mail is still to be sent. `sent`: the mailer accepted it. `failed`:
 * the mail failed permanently. `accepted`: the user became a member. `revoked`: the invitation was withdrawn.
 */
export const InvitationStatus = Schema.Literal("pending", "sent", "failed", "accepted", "revoked").annotations({
  identifier: "InvitationStatus"
})
/** The status of an invitation. */
export type InvitationStatus = typeof InvitationStatus.Type
