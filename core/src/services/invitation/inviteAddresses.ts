import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { NotFound, type RetryRefused, type StoreError } from "../../domain/EngineError.js"
import type { JsonObject } from "../../domain/Json.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { Mailer } from "../../ports/Mailer.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { Secrets } from "../../ports/Secrets.js"
import type { Transaction } from "../../ports/Transaction.js"
import { UserStore } from "../../ports/UserStore.js"
import { presentInvited, presentInvitedMember } from "../../present/presentInvited.js"
import type { InvitationRecord } from "../../record/InvitationRecord.js"
import type { InviteDraft } from "../../validation/readInvite.js"
import { atomically } from "../atomically.js"

/** One address that was asked for. */
export interface InvitedAddress {
  /** As the answer shows it. */
  readonly shown: JsonObject
  /** The invitation whose mail this call has put into the queue; null when it did not. */
  readonly queued: string | null
}

const id_chars = 24
const day_ms = 86_400_000

type InvitePorts = AgendaStore | InvitationStore | Mailer | MemberStore | Secrets | Transaction | UserStore

/**
 * Stores an invitation, with a mail to be sent, for each address that is neither a member's nor invited, all in one transaction. One that
 * expired, was revoked, or whose member has left makes room for a new one; one whose mail was refused for good is tried again, as the same
 * mail. `keep` is run in that transaction, at its end.
 */
export const inviteAddresses = (
  agendaUid: number,
  inviterUid: number | null,
  { emails, message, role }: InviteDraft,
  keep: (invited: ReadonlyArray<InvitedAddress>) => Effect.Effect<void, RetryRefused | StoreError>
): Effect.Effect<ReadonlyArray<InvitedAddress>, NotFound | RetryRefused | StoreError, InvitePorts> =>
  Effect.gen(function*() {
    const agendas = yield* AgendaStore
    const invitations = yield* InvitationStore
    const { domain } = yield* Mailer
    const members = yield* MemberStore
    const secrets = yield* Secrets
    const users = yield* UserStore
    const { invitation_days } = yield* CurrentLimits
    const now = yield* Clock.currentTimeMillis
    const asked = { role, message, inviterUid, expiresAt: now + invitation_days * day_ms }
    const queue = { status: "pending", attempts: 0, dueAt: now, failure: null }

    const invite = Effect.fnUntraced(function*(email: string) {
      const secret = yield* secrets.make
      const id = secret.slice(0, id_chars)
      const messageId = `<${(yield* secrets.make).toLowerCase()}@${domain}>`
      const untouched = { sentAt: null, acceptedAt: null, userUid: null }
      const record: InvitationRecord = { id, agendaUid, email, messageId, createdAt: now, ...asked, ...queue, ...untouched }
      yield* invitations.put(record)
      return record
    })

    const again = (record: InvitationRecord) => {
      const renewed: InvitationRecord = { ...record, ...asked, ...queue }
      return Effect.as(invitations.put(renewed), renewed)
    }

    const one = (email: string): Effect.Effect<InvitedAddress, StoreError> =>
      Effect.gen(function*() {
        const user = yield* users.findByEmail(email)
        const member = user === null ? null : yield* members.find(agendaUid, user.uid)
        if (member !== null) return { shown: presentInvitedMember(member), queued: null }
        const known = yield* invitations.findByEmail(agendaUid, email)
        const holds = known !== null && now < known.expiresAt
        if (holds && (known.status === "pending" || known.status === "sent")) return { shown: presentInvited(known, user), queued: null }
        if (known !== null && !(holds && known.status === "failed")) yield* invitations.remove(known.id)
        const record = holds && known.status === "failed" ? yield* again(known) : yield* invite(email)
        return { shown: presentInvited(record, user), queued: record.id }
      })

    return yield* atomically(Effect.gen(function*() {
      if ((yield* agendas.lock(agendaUid)) === null) return yield* new NotFound({ what: "agenda" })
      const invited = yield* Effect.forEach(emails, one)
      yield* keep(invited)
      return invited
    }))
  })
