import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Ref from "effect/Ref"
import { CurrentInvitationSettings } from "../domain/access/Invitation.js"
import { Conflict, Forbidden, type IdempotencyConflict, Invalid, NotFound, type StoreError } from "../domain/error/EngineError.js"
import type { Issue } from "../domain/error/Issue.js"
import { CurrentLimits } from "../domain/Limits.js"
import type { Json, JsonObject } from "../domain/text/Json.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { InvitationStore } from "../ports/InvitationStore.js"
import { Mailer } from "../ports/Mailer.js"
import { MemberStore } from "../ports/MemberStore.js"
import { RichText } from "../ports/RichText.js"
import { Secrets } from "../ports/Secrets.js"
import type { Transaction } from "../ports/Transaction.js"
import { UserStore } from "../ports/UserStore.js"
import { presentInvited, presentInvitedMember } from "../present/presentMember.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import { failedPolls, pollInterval } from "../schedule/polling.js"
import { type InviteDraft, readInvite } from "../validation/agenda/readInvite.js"
import type { Authorization } from "./Access.js"
import { checkRole } from "./event/write/lockedWrite.js"
import type { RecordAnswer } from "./Idempotency.js"
import { acceptInvitation } from "./invitation/acceptInvitation.js"
import { awaitToStop, makeDeliver } from "./invitation/deliver.js"
import { makeInvitationLinks } from "./invitation/invitationLinks.js"
import type { Members } from "./Members.js"
import { atomically } from "./transaction/atomically.js"
import { scanAll } from "./transaction/scanAll.js"
import type { Users } from "./Users.js"

interface InvitedAddress {
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
const inviteAddresses = (
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

/** Result of an invite call (service.md, POST members/invite). */
export interface Invited {
  /** Number of distinct addresses. */
  readonly queued: number
  /** The first addresses, in order, with their current status. */
  readonly processed: ReadonlyArray<JsonObject>
  readonly warnings: ReadonlyArray<Issue>
}

/** An invitation as presented to the holder of its link. */
export interface OpenInvitation {
  readonly invitation: InvitationRecord
  readonly agenda: AgendaRecord
  /** Whether an account with its address exists, which it then makes a member. */
  readonly hasAccount: boolean
}

/** A membership created by an invitation. */
export interface Accepted {
  readonly member: MemberRecord
  readonly agenda: AgendaRecord
}

type OpenError = NotFound | Conflict | StoreError

/** Invites people into agendas by mail, and creates memberships when they accept (wire.md §7). */
export class Invitations extends Context.Tag("@agenda-engine/core/services/Invitations")<Invitations, {
  /**
   * Invites the addresses of a body `{role, emails, message}`. One transaction stores all of them, each with a pending
   * mail. The call tries the first mails itself; `work` sends the others. An address that is a member's, or invited
   * already, is reported with its status. For moderators and administrators; only administrators invite administrators.
   * `Invalid`: all faults of the body, bad addresses with their index.
   */
  readonly invite: (
    authorization: Authorization<"members:write">,
    body: Json,
    options?: { readonly keep?: RecordAnswer<Invited> | undefined }
  ) => Effect.Effect<Invited, Invalid | Forbidden | NotFound | IdempotencyConflict | StoreError>
  /**
   * The invitation of a link's token; changes nothing. `NotFound`: no such invitation, or an invalid signature.
   * `Conflict`: it has expired, was revoked, or the member it created has been removed.
   */
  readonly open: (token: string) => Effect.Effect<OpenInvitation, OpenError>
  /**
   * Accepts the invitation of a token: creates the membership, and an account if its address has none, named `name` or
   * after the address. An existing member keeps their role. Idempotent: a second call returns the same. Fails as
   * `open`.
   */
  readonly accept: (token: string, name?: string) => Effect.Effect<Accepted, OpenError | Invalid>
  /** Invitations of an agenda that are neither accepted nor revoked, oldest first. For operators. */
  readonly list: (agendaUid: number) => Effect.Effect<ReadonlyArray<InvitationRecord>, NotFound | StoreError>
  /** The token that accepts an invitation. For operators who deliver it themselves. */
  readonly tokenOf: (id: string) => Effect.Effect<string, NotFound | StoreError>
  /**
   * Revokes an invitation: its mail is no longer sent, and its link accepts nothing. For operators. `Conflict`: it was
   * accepted.
   */
  readonly revoke: (id: string) => Effect.Effect<InvitationRecord, NotFound | Conflict | StoreError>
  /** Tries every due mail, one after the other, and returns the number of sent ones. */
  readonly sendDue: Effect.Effect<number, StoreError>
  /**
   * Sends mails as they become due, forever: a server's background worker. Several processes may run it over one store;
   * each resumes what another left behind. Failures are logged and retried.
   */
  readonly work: Effect.Effect<never>
}>() {
  /** Layer of Invitations over the stores and the mailer. */
  static readonly layer: Layer.Layer<Invitations, never, InvitationPorts> = Layer.scoped(Invitations, Effect.suspend(() => make))
}

type InvitationPorts =
  | AgendaStore
  | InvitationStore
  | Mailer
  | Members
  | MemberStore
  | RichText
  | Secrets
  | Transaction
  | Users
  | UserStore

/** Milliseconds from the start of an invite call in which it waits for its own mails: less than a write may take. */
const call_ms_max = 8_000

/** Number of due mails loaded per batch. */
const batch_mails = 20

const isOpen = ({ status }: InvitationRecord): boolean => status !== "accepted" && status !== "revoked"

const byAge = (left: InvitationRecord, right: InvitationRecord): number =>
  left.createdAt - right.createdAt || (left.email < right.email ? -1 : 1)

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const invitations = yield* InvitationStore
  // The settings are those of each call, as in `makeDeliver`.
  const ports = Context.omit(CurrentInvitationSettings)(yield* Effect.context<InvitationPorts>())
  const richText = yield* RichText
  const scope = yield* Effect.scope
  const links = yield* makeInvitationLinks
  const deliver = yield* makeDeliver(links)
  const wakeUps = yield* Queue.sliding<void>(1)
  const acceptance = yield* acceptInvitation

  const idOf = (token: string) =>
    Effect.filterOrFail(links.idOf(token), (id): id is string => id !== null, () => new NotFound({ what: "invitation" }))

  const sendDue = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    // Without a span: each of these polls would be a trace, although most find nothing.
    const due = yield* Effect.withTracerEnabled(invitations.due(now, batch_mails), false)
    const deliveries = yield* Effect.forEach(due, ({ id }) => deliver(id))
    return { found: due.length, sent: deliveries.filter((delivery) => delivery === "sent").length }
  })

  /**
   * Sends mails in order until one must be retried later, or the call times out. After a failure the mails stay in the
   * queue for the background worker.
   */
  const sendUntilLater = (ids: ReadonlyArray<string>, isAwaited: Ref.Ref<boolean>): Effect.Effect<void> =>
    Effect.gen(function*() {
      for (const id of ids) {
        if (!(yield* Ref.get(isAwaited)) || (yield* deliver(id)) === "later") return
      }
    }).pipe(Effect.catchAllCause((cause) => Effect.logWarning("mails stay in the queue for the background worker", cause)))

  /**
   * Sends mails of a call that began then, until `call_ms_max`. The current mail is finished; the background worker
   * sends the others.
   */
  const sendWithTimeout = (ids: ReadonlyArray<string>, begun: number): Effect.Effect<void> =>
    Effect.gen(function*() {
      const left_ms = begun + call_ms_max - (yield* Clock.currentTimeMillis)
      if (left_ms <= 0) return
      const isAwaited = yield* Ref.make(true)
      const sending = yield* Effect.forkIn(sendUntilLater(ids, isAwaited), scope)
      yield* Fiber.join(sending).pipe(
        Effect.timeoutOption(left_ms),
        Effect.ensuring(Ref.set(isAwaited, false)),
        Effect.onInterrupt(() => awaitToStop(sending))
      )
    })

  const waitForMail = Effect.race(Queue.take(wakeUps), Effect.sleep(pollInterval))

  return Invitations.of({
    invite: Effect.fn("Invitations.invite")(function*(authorization, body, { keep } = {}) {
      const { caller, moderates, role } = authorization
      if (!moderates) return yield* new Forbidden({ message: "only moderators and administrators invite members" })
      const limits = yield* CurrentLimits
      const begun = yield* Clock.currentTimeMillis
      const { draft, issues, warnings } = readInvite(body, limits)
      if (issues.length > 0) return yield* new Invalid({ subject: "data", issues })
      if (draft.role === "administrator" && role !== "administrator" && caller._tag !== "Operator") {
        return yield* new Forbidden({ message: "only administrators invite administrators" })
      }
      const message = richText.cleanMarkdown(draft.message)
      const firstOf = (settled: ReadonlyArray<InvitedAddress>) => settled.slice(0, limits.invitationsAtOnce_max)
      const answerOf = (settled: ReadonlyArray<InvitedAddress>): Invited => ({
        queued: settled.length,
        processed: firstOf(settled).map(({ shown }) => shown),
        warnings
      })
      const settled = yield* inviteAddresses(
        authorization,
        { ...draft, message },
        (settled) => keep === undefined ? Effect.void : keep(answerOf(settled))
      )
      yield* sendWithTimeout(firstOf(settled).flatMap(({ queued }) => queued === null ? [] : [queued]), begun)
      yield* Queue.offer(wakeUps, undefined)
      return answerOf(settled)
    }, Effect.provide(ports)),

    open: Effect.fn("Invitations.open")(function*(token) {
      return yield* acceptance.open(yield* idOf(token))
    }),

    accept: Effect.fn("Invitations.accept")(function*(token, name) {
      return yield* acceptance.accept(yield* idOf(token), name)
    }),

    list: Effect.fn("Invitations.list")(function*(agendaUid) {
      if ((yield* agendas.find({ _tag: "Uid", uid: agendaUid })) === null) return yield* new NotFound({ what: "agenda" })
      const all = yield* scanAll((after: string, limit) => invitations.scan(agendaUid, after, limit), ({ id }) => id, "")
      return all.filter(isOpen).toSorted(byAge)
    }),

    tokenOf: Effect.fn("Invitations.tokenOf")(function*(id) {
      if ((yield* invitations.find(id)) === null) return yield* new NotFound({ what: "invitation" })
      return yield* links.tokenOf(id)
    }),

    revoke: Effect.fn("Invitations.revoke")(function*(id) {
      return yield* atomically(Effect.gen(function*() {
        const record = yield* invitations.lock(id, "exclusive")
        if (record === null) return yield* new NotFound({ what: "invitation" })
        if (record.status === "accepted") return yield* new Conflict({ message: "this invitation was accepted: remove the member instead" })
        const revoked = { ...record, status: "revoked" }
        yield* invitations.put(revoked)
        return revoked
      }))
    }, Effect.provide(ports)),

    sendDue: Effect.map(
      Effect.iterate({ found: batch_mails, sent: 0 }, {
        while: ({ found }) => found === batch_mails,
        body: ({ sent }) => Effect.map(sendDue, (more) => ({ found: more.found, sent: sent + more.sent }))
      }),
      ({ sent }) => sent
    ),

    work: sendDue.pipe(
      Effect.sandbox,
      Effect.tapError((cause) => Effect.logWarning("loading due mails failed", cause)),
      Effect.retry(failedPolls),
      Effect.orDie,
      Effect.flatMap(({ found }) => found === 0 ? waitForMail : Effect.void),
      Effect.forever
    )
  })
})
