import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { Role } from "../../domain/access/Member.js"
import { Conflict, Invalid, NotFound, StoreError } from "../../domain/error/EngineError.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { MemberStore } from "../../ports/MemberStore.js"
import { Transaction } from "../../ports/Transaction.js"
import { UserStore } from "../../ports/UserStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import type { InvitationRecord } from "../../record/InvitationRecord.js"
import type { MemberRecord } from "../../record/MemberRecord.js"
import { readText } from "../../validation/value/readText.js"
import { Members } from "../Members.js"
import { atomically } from "../transaction/atomically.js"
import { Users } from "../Users.js"

const decodeRole = Schema.decodeUnknown(Role)

/** Default name of an account: the local part of its address. */
const nameOf = (email: string): string => email.slice(0, email.indexOf("@"))

/** Collapses whitespace, because lists show one account per line and the accepting person chooses the name. */
const readName = (name: string | undefined): Effect.Effect<string | null, Invalid> =>
  Effect.flatMap(CurrentLimits, ({ name_chars_max }) =>
    Either.mapLeft(
      readText(name?.replace(/\s+/g, " ") ?? null, { field: "name", chars_max: name_chars_max }),
      (issues) => new Invalid({ subject: "data", issues })
    ))

/** Implements `Invitations.open` and `Invitations.accept`, by invitation id. */
export const acceptInvitation = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const accounts = yield* Users
  const invitations = yield* InvitationStore
  const members = yield* Members
  const memberships = yield* MemberStore
  const transaction = yield* Transaction
  const users = yield* UserStore

  const membershipOf = (record: InvitationRecord): Effect.Effect<MemberRecord | null, StoreError> =>
    record.userUid === null ? Effect.succeed(null) : memberships.findBy({ agendaUid: record.agendaUid, userUid: record.userUid })

  /** Fails when the invitation cannot be opened. An accepted one can be, as long as its membership exists. */
  const check = Effect.fnUntraced(function*(record: InvitationRecord | null) {
    if (record === null) return yield* new NotFound({ what: "invitation" })
    if (record.status === "revoked") return yield* new Conflict({ message: "this invitation was revoked" })
    if (record.status === "accepted") {
      if ((yield* membershipOf(record)) === null) return yield* new Conflict({ message: "this invitation was used already" })
    } else if ((yield* Clock.currentTimeMillis) >= record.expiresAt) {
      return yield* new Conflict({ message: "this invitation has expired" })
    }
    return record
  })

  const agendaOf = (record: InvitationRecord): Effect.Effect<AgendaRecord, NotFound | StoreError> =>
    Effect.flatMap(
      agendas.find({ _tag: "Uid", uid: record.agendaUid }),
      (agenda) => agenda === null ? new NotFound({ what: "agenda" }) : Effect.succeed(agenda)
    )

  const roleOf = (record: InvitationRecord): Effect.Effect<Role, StoreError> =>
    Effect.mapError(decodeRole(record.role), (cause) => new StoreError({ reason: "Corrupt", operation: "Invitations.accept", cause }))

  const join = (
    record: InvitationRecord,
    name: string | undefined
  ): Effect.Effect<MemberRecord, NotFound | Conflict | Invalid | StoreError> =>
    Effect.gen(function*() {
      const known = yield* users.findBy({ email: record.email })
      const user = known ?? (yield* accounts.create({ email: record.email, name: (yield* readName(name)) ?? nameOf(record.email) }))
      const member = (yield* memberships.findBy({ agendaUid: record.agendaUid, userUid: user.uid })) ??
        (yield* members.add(record.agendaUid, user.uid, yield* roleOf(record)))
      const acceptedAt = yield* Clock.currentTimeMillis
      yield* invitations.put({ ...record, status: "accepted", acceptedAt, userUid: user.uid, failure: null })
      return member
    })

  /** Whether there is an account with this address, after a user of the host's directory got one. */
  const hasAccount = (email: string): Effect.Effect<boolean, StoreError> =>
    accounts.findByEmail(email).pipe(
      Effect.as(true),
      Effect.catchTag("NotFound", () => Effect.succeed(false))
    )

  return {
    open: Effect.fnUntraced(function*(id: string) {
      const invitation = yield* check(yield* invitations.find(id))
      const agenda = yield* agendaOf(invitation)
      return { invitation, agenda, hasAccount: yield* hasAccount(invitation.email) }
    }),

    accept: Effect.fnUntraced(function*(id: string, name: string | undefined) {
      const invited = yield* invitations.find(id)
      // The host is asked before locks are taken.
      if (invited !== null) yield* hasAccount(invited.email)
      return yield* atomically(Effect.gen(function*() {
        const found = yield* invitations.find(id)
        // Lock order: agendas before invitations.
        if (found !== null) yield* agendas.lock(found.agendaUid)
        const record = yield* check(yield* invitations.lock(id, "exclusive"))
        const agenda = yield* agendaOf(record)
        const before = record.status === "accepted" ? yield* membershipOf(record) : null
        return { member: before ?? (yield* join(record, name)), agenda }
      }))
    }, Effect.provideService(Transaction, transaction))
  }
})
