import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { type Forbidden, type IdempotencyConflict, NotFound, type StoreError } from "../../domain/error/EngineError.js"
import { CurrentLimits } from "../../domain/Limits.js"
import type { JsonObject } from "../../domain/text/Json.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { Mailer } from "../../ports/Mailer.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { Secrets } from "../../ports/Secrets.js"
import type { Transaction } from "../../ports/Transaction.js"
import { UserStore } from "../../ports/UserStore.js"
import { presentInvited, presentInvitedMember } from "../../present/presentMember.js"
import type { InvitationRecord } from "../../record/InvitationRecord.js"
import type { InviteDraft } from "../../validation/agenda/readInvite.js"
import type { Authorization } from "../Access.js"
import { checkRole } from "../event/write/lockedWrite.js"
import { atomically } from "../transaction/atomically.js"

/** The result for one invited address. */
export interface InvitedAddress {
  /** As presented in the response. */
  readonly shown: JsonObject
  /** Id of the invitation whose mail this call has queued; null when it queued none. */
  readonly queued: string | null
}

const id_chars = 24
const day_ms = 86_400_000

type InvitePorts = AgendaStore | InvitationStore | Mailer | MemberStore | Secrets | Transaction | UserStore

/**
 * Stores an invitation with a queued mail for each address that is neither a member's nor invited, in one transaction.
 * An invitation that expired, was revoked, or whose member has left is replaced by a new one. One whose mail failed
 * permanently is queued again, with the same mail. `keep` runs last in that transaction. `Forbidden`: the caller's role
 * has changed.
 */
export const inviteAddresses = (
  authorization: Authorization,
  { emails, message, role }: InviteDraft,
  keep: (invited: ReadonlyArray<InvitedAddress>) => Effect.Effect<void, IdempotencyConflict | StoreError>
): Effect.Effect<ReadonlyArray<InvitedAddress>, Forbidden | NotFound | IdempotencyConflict | StoreError, InvitePorts> =>
  Effect.gen(function*() {
    const { agenda: { uid: agendaUid }, caller: { userUid: inviterUid } } = authorization
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

    const requeue = (record: InvitationRecord) => {
      const renewed: InvitationRecord = { ...record, ...asked, ...queue }
      return Effect.as(invitations.put(renewed), renewed)
    }

    const inviteOne = (email: string): Effect.Effect<InvitedAddress, StoreError> =>
      Effect.gen(function*() {
        const user = yield* users.findBy({ email })
        const member = user === null ? null : yield* members.findBy({ agendaUid, userUid: user.uid })
        if (member !== null) return { shown: presentInvitedMember(member), queued: null }
        const known = yield* invitations.findBy({ agendaUid, email })
        const isUnexpired = known !== null && now < known.expiresAt
        if (isUnexpired && (known.status === "pending" || known.status === "sent")) {
          return { shown: presentInvited(known, user), queued: null }
        }
        if (known !== null && !(isUnexpired && known.status === "failed")) {
          yield* invitations.remove(known.id)
        }
        const record = isUnexpired && known.status === "failed" ? yield* requeue(known) : yield* invite(email)
        return { shown: presentInvited(record, user), queued: record.id }
      })

    return yield* atomically(Effect.gen(function*() {
      if ((yield* agendas.lock(agendaUid)) === null) return yield* new NotFound({ what: "agenda" })
      yield* checkRole(authorization)
      const invited = yield* Effect.forEach(emails, inviteOne)
      yield* keep(invited)
      return invited
    }))
  })
