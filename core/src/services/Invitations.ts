import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Ref from "effect/Ref"
import type { Caller } from "../domain/Credential.js"
import { Conflict, Forbidden, Invalid, NotFound, type RetryRefused, type StoreError, type Unauthorized } from "../domain/EngineError.js"
import type { Issue } from "../domain/Issue.js"
import type { Json, JsonObject } from "../domain/Json.js"
import { CurrentLimits } from "../domain/Limits.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { InvitationStore } from "../ports/InvitationStore.js"
import type { Mailer } from "../ports/Mailer.js"
import type { MemberStore } from "../ports/MemberStore.js"
import { RichText } from "../ports/RichText.js"
import type { Secrets } from "../ports/Secrets.js"
import type { Transaction } from "../ports/Transaction.js"
import type { UserStore } from "../ports/UserStore.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import type { InvitationRecord } from "../record/InvitationRecord.js"
import type { MemberRecord } from "../record/MemberRecord.js"
import { readInvite } from "../validation/readInvite.js"
import { Access } from "./Access.js"
import { atomically } from "./atomically.js"
import { acceptInvitation } from "./invitation/acceptInvitation.js"
import { makeDeliver } from "./invitation/deliver.js"
import { makeInvitationLinks } from "./invitation/invitationLinks.js"
import { inviteAddresses, type InvitedAddress } from "./invitation/inviteAddresses.js"
import type { Members } from "./Members.js"
import type { KeepAnswer } from "./Retries.js"
import { scanAll } from "./scanAll.js"
import type { Users } from "./Users.js"

/** What became of a call that invites (service.md, POST members/invite). */
export interface Invited {
  /** How many different addresses there are in all. */
  readonly queued: number
  /** The first of them, in their order, as they stand now. */
  readonly processed: ReadonlyArray<JsonObject>
  readonly warnings: ReadonlyArray<Issue>
}

/** An invitation as whoever holds its link sees it. */
export interface OpenInvitation {
  readonly invitation: InvitationRecord
  readonly agenda: AgendaRecord
  /** Whether there is an account with its address already, which it then makes a member. */
  readonly hasAccount: boolean
}

/** A member that an invitation has made. */
export interface Accepted {
  readonly member: MemberRecord
  readonly agenda: AgendaRecord
}

type OpenError = NotFound | Conflict | StoreError

/** Invites people into agendas by mail, and makes members of those who accept (wire.md §7). */
export class Invitations extends Context.Tag("@agenda-engine/core/services/Invitations")<Invitations, {
  /**
   * Invites the addresses of a body `{role, emails, message}`. All of them are stored in one transaction, each with a mail to be sent; the mails
   * of the first are tried here, the others by `work`. An address that is a member's or invited already is reported as it stands. For
   * moderators and administrators; only the latter invite administrators. `Invalid`: every fault of the body, bad addresses with their place.
   */
  readonly invite: (
    caller: Caller,
    agenda: AgendaRef,
    body: Json,
    options?: { readonly keep?: KeepAnswer<Invited> }
  ) => Effect.Effect<Invited, Invalid | Unauthorized | Forbidden | NotFound | RetryRefused | StoreError>
  /**
   * The invitation that a link's token names; changes nothing. `NotFound`: there is none, or the token is not ours. `Conflict`: it has expired,
   * was revoked, or was accepted by somebody who is no member any more.
   */
  readonly open: (token: string) => Effect.Effect<OpenInvitation, OpenError>
  /**
   * Accepts the invitation that a token names: makes an account if its address has none, called `name` or else after the address, and the
   * membership. A member already keeps their role. Accepted already: answers the same. Fails as `open`.
   */
  readonly accept: (token: string, name?: string) => Effect.Effect<Accepted, OpenError | Invalid>
  /** An agenda's invitations that are neither accepted nor revoked, the oldest first, for operators. */
  readonly list: (agendaUid: number) => Effect.Effect<ReadonlyArray<InvitationRecord>, NotFound | StoreError>
  /** The token that accepts an invitation, for operators who bring it on its way themselves. */
  readonly tokenOf: (id: string) => Effect.Effect<string, NotFound | StoreError>
  /** Takes an invitation back, for operators: its mail is not sent any more, its link accepts nothing. `Conflict`: it is accepted. */
  readonly revoke: (id: string) => Effect.Effect<InvitationRecord, NotFound | Conflict | StoreError>
  /** Tries every mail that is due, one after the other, and answers how many were taken. */
  readonly sendDue: Effect.Effect<number, StoreError>
  /**
   * Sends mails as they become due, for ever: what a server runs in the background. Any number of processes over one store may; what one leaves
   * behind the others bring to its end. Failures are logged and tried again.
   */
  readonly work: Effect.Effect<never>
}>() {
  /** Invitations over the stores, their mails handed to the mailer. */
  static readonly layer: Layer.Layer<Invitations, never, InvitationNeeds> = Layer.scoped(Invitations, Effect.suspend(() => make))
}

type InvitationNeeds =
  | Access
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

/** How often it is looked for mails that other processes have left to be sent. */
const poll = "1 second"

/** How long a call waits for its mails. */
const callPatience = "20 seconds"

/** How many are looked for at once. */
const batch_mails = 20

const isOpen = ({ status }: InvitationRecord): boolean => status !== "accepted" && status !== "revoked"

const byAge = (left: InvitationRecord, right: InvitationRecord): number =>
  left.createdAt - right.createdAt || (left.email < right.email ? -1 : 1)

const make = Effect.gen(function*() {
  const access = yield* Access
  const agendas = yield* AgendaStore
  const invitations = yield* InvitationStore
  const needs = yield* Effect.context<InvitationNeeds>()
  const richText = yield* RichText
  const scope = yield* Effect.scope
  const links = yield* makeInvitationLinks
  const deliver = yield* makeDeliver(links)
  const woken = yield* Queue.sliding<void>(1)
  const accepting = yield* acceptInvitation

  const idOf = (token: string) =>
    Effect.filterOrFail(links.idOf(token), (id): id is string => id !== null, () => new NotFound({ what: "invitation" }))

  const sendDue = Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const due = yield* invitations.due(now, batch_mails)
    const deliveries = yield* Effect.forEach(due, ({ id }) => deliver(id))
    return { found: due.length, sent: deliveries.filter((delivery) => delivery === "sent").length }
  })

  /**
   * Tries mails in turn until one is not taken for the moment, or the caller has gone: somebody waits for the answer. What fails here stays in
   * the queue.
   */
  const sendUntilLater = (ids: ReadonlyArray<string>, isAwaited: Ref.Ref<boolean>): Effect.Effect<void> =>
    Effect.gen(function*() {
      for (const id of ids) {
        if (!(yield* Ref.get(isAwaited)) || (yield* deliver(id)) === "later") return
      }
    }).pipe(Effect.catchAllCause((cause) => Effect.logWarning("mails are left to the background", cause)))

  /** The same for as long as a call waits. The mail in hand is then brought to its end, the others are left to the background. */
  const sendForAWhile = (ids: ReadonlyArray<string>): Effect.Effect<void> =>
    Effect.gen(function*() {
      const isAwaited = yield* Ref.make(true)
      const sending = yield* Effect.forkIn(sendUntilLater(ids, isAwaited), scope)
      const { mailStop_seconds_max } = yield* CurrentLimits
      yield* Fiber.join(sending).pipe(
        Effect.timeoutOption(callPatience),
        Effect.ensuring(Ref.set(isAwaited, false)),
        Effect.onInterrupt(() => Effect.timeoutOption(Effect.interruptible(Fiber.await(sending)), `${mailStop_seconds_max} seconds`))
      )
    })

  const waiting = Effect.race(Queue.take(woken), Effect.sleep(poll))

  return Invitations.of({
    invite: Effect.fn("Invitations.invite")(function*(caller, ref, body, { keep } = {}) {
      const { agenda, moderates, role } = yield* access.enter(caller, ref, "members:write")
      if (!moderates) return yield* new Forbidden({ message: "only moderators and administrators invite members" })
      const limits = yield* CurrentLimits
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
        agenda.uid,
        caller.userUid,
        { ...draft, message },
        (settled) => keep === undefined ? Effect.void : keep(answerOf(settled))
      )
      yield* sendForAWhile(firstOf(settled).flatMap(({ queued }) => queued === null ? [] : [queued]))
      yield* Queue.offer(woken, undefined)
      return answerOf(settled)
    }, Effect.provide(needs)),

    open: Effect.fn("Invitations.open")(function*(token) {
      return yield* accepting.open(yield* idOf(token))
    }),

    accept: Effect.fn("Invitations.accept")(function*(token, name) {
      return yield* accepting.accept(yield* idOf(token), name)
    }),

    list: Effect.fn("Invitations.list")(function*(agendaUid) {
      if ((yield* agendas.find({ _tag: "Uid", uid: agendaUid })) === null) return yield* new NotFound({ what: "agenda" })
      const all = yield* scanAll((after: string, limit) => invitations.list(agendaUid, after, limit), ({ id }) => id, "")
      return all.filter(isOpen).toSorted(byAge)
    }),

    tokenOf: Effect.fn("Invitations.tokenOf")(function*(id) {
      if ((yield* invitations.find(id)) === null) return yield* new NotFound({ what: "invitation" })
      return yield* links.tokenOf(id)
    }),

    revoke: Effect.fn("Invitations.revoke")(function*(id) {
      return yield* atomically(Effect.gen(function*() {
        const record = yield* invitations.lock(id)
        if (record === null) return yield* new NotFound({ what: "invitation" })
        if (record.status === "accepted") return yield* new Conflict({ message: "this invitation was accepted: remove the member instead" })
        const revoked = { ...record, status: "revoked" }
        yield* invitations.put(revoked)
        return revoked
      }))
    }, Effect.provide(needs)),

    sendDue: Effect.map(
      Effect.iterate({ found: batch_mails, sent: 0 }, {
        while: ({ found }) => found === batch_mails,
        body: ({ sent }) => Effect.map(sendDue, (more) => ({ found: more.found, sent: sent + more.sent }))
      }),
      ({ sent }) => sent
    ),

    work: sendDue.pipe(
      Effect.flatMap(({ found }) => found === 0 ? waiting : Effect.void),
      Effect.catchAllCause((cause) => Effect.zipRight(Effect.logWarning("mails cannot be looked for", cause), waiting)),
      Effect.forever
    )
  })
})
