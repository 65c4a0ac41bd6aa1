import * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"
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

/** The base URL and signing secret of invitation links. */
export interface InvitationSettings {
  /**
   * The base URL of the links, without a trailing slash. A function, because a server may not know its address before
   * it listens.
   */
  readonly base: () => string
  /**
   * The HMAC secret of the links; anyone who knows it can accept any invitation. All processes that share a store need
   * the same one. Null: use the secret in the store, which is created on first use.
   */
  readonly secret: Redacted.Redacted | null
  /**
   * Secrets from before, whose links stay valid while `secret` is rotated; `"stored"`: the secret in the store.
   * Default: none.
   */
  readonly formerSecrets?: ReadonlyArray<Redacted.Redacted | "stored"> | undefined
}

/** Links point to the local machine and the secret comes from the store: for development only. */
export const defaultInvitationSettings: InvitationSettings = { base: () => "http://127.0.0.1:3000", secret: null }

/** The current invitation settings. Default: `defaultInvitationSettings`. */
export class CurrentInvitationSettings
  extends Context.Reference<CurrentInvitationSettings>()("@agenda-engine/core/domain/CurrentInvitationSettings", {
    defaultValue: (): InvitationSettings => defaultInvitationSettings
  })
{}
