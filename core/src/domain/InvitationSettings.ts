import * as Context from "effect/Context"
import type * as Redacted from "effect/Redacted"

/** What the links in invitations are made of. */
export interface InvitationSettings {
  /** What they begin with, without a slash at its end. Asked each time: a server may not know its address before it listens. */
  readonly base: () => string
  /**
   * What they are signed with; whoever knows it can accept in anybody's place. All processes over one store need the same. Null: the one that
   * the store keeps, made when it is first needed.
   */
  readonly secret: Redacted.Redacted | null
}

/** Links lead to this machine, and the store keeps the secret: of no use but to try things out. */
export const defaultInvitationSettings: InvitationSettings = { base: () => "http://127.0.0.1:3000", secret: null }

/** The settings in force. A reference: without a layer links lead to this machine, and the store keeps the secret. */
export class CurrentInvitationSettings
  extends Context.Reference<CurrentInvitationSettings>()("@agenda-engine/core/domain/CurrentInvitationSettings", {
    defaultValue: (): InvitationSettings => defaultInvitationSettings
  })
{}
