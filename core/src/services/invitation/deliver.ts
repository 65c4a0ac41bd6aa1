import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import { CurrentInvitationSettings } from "../../domain/access/Invitation.js"
import { count, engineCounters } from "../../domain/engineMetrics.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { Mailer, MailError } from "../../ports/Mailer.js"
import { RichText } from "../../ports/RichText.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { InvitationRecord } from "../../record/InvitationRecord.js"
import { retryDelay } from "../../schedule/retryDelay.js"
import { StopDeadline } from "../../schedule/StopDeadline.js"
import { contributionOf } from "../agenda/contributionOf.js"
import { atomically } from "../transaction/atomically.js"
import { composeInvitation, invitationLanguage } from "./composeInvitation.js"
import type { InvitationLinks } from "./invitationLinks.js"

/**
 * Outcome of a delivery attempt. `later`: a retry is scheduled. `nothing`: another process delivers or has delivered
 * the mail, or the invitation no longer waits for one.
 */
export type Delivery = "sent" | "later" | "failed" | "nothing"

/**
 * Waits for mails under way at shutdown: `mailStop_seconds_max`, at most until the `StopDeadline`. False: they are not
 * done.
 */
export const awaitToStop = (sending: Fiber.Fiber<unknown, unknown>): Effect.Effect<boolean> =>
  Effect.flatMap(
    Effect.all([CurrentLimits, StopDeadline]),
    ([{ mailStop_seconds_max }, deadline]) =>
      Effect.interruptible(Effect.raceFirst(Effect.as(Fiber.await(sending), true), Effect.as(deadline, false))).pipe(
        Effect.timeoutTo({ duration: `${mailStop_seconds_max} seconds`, onSuccess: (isDone) => isDone, onTimeout: () => false })
      )
  )

type DeliveryPorts = AgendaStore | InvitationStore | Mailer | RichText | Transaction

const permanentFailure = (message: string): MailError => new MailError({ reason: "permanent", message })

/** Retries of storing a delivery's outcome. Until it is stored, the mail would be sent again. */
const outcomeRetries = Schedule.exponential("50 millis").pipe(Schedule.intersect(Schedule.recurs(8)))

const transientReasons: ReadonlyArray<StoreError["reason"]> = ["Unavailable", "Conflict", "Busy", "ReadOnly"]

const isTransient = (error: StoreError): boolean => transientReasons.includes(error.reason)

const changesOf = (
  record: InvitationRecord,
  outcome: Either.Either<void, MailError>,
  now: number
): Effect.Effect<Partial<InvitationRecord>> => {
  if (Either.isRight(outcome)) return Effect.succeed({ status: "sent", sentAt: now, failure: null })
  const { message: failure, reason } = outcome.left
  const attempts = record.attempts + 1
  return Effect.map(
    reason === "permanent" ? Effect.succeed(null) : retryDelay(attempts),
    (delay) => delay === null ? { status: "failed", attempts, failure } : { attempts, failure, dueAt: now + delay }
  )
}

/**
 * Makes the function that attempts the mail of one invitation, one at a time per process. Before sending it leases the
 * invitation: under its lock it moves `dueAt` past the longest attempt, so that no two processes send the mail at once.
 * A killed process leaves at most its current mail to be sent twice.
 *
 * On shutdown the current mail is waited for (`awaitToStop`); after that, another process retries it as after a kill.
 */
export const makeDeliver = (
  links: InvitationLinks
): Effect.Effect<(id: string) => Effect.Effect<Delivery, StoreError>, never, DeliveryPorts> =>
  Effect.gen(function*() {
    // The settings are those of each call: a server knows its address only once it listens.
    const ports = Context.omit(CurrentInvitationSettings)(yield* Effect.context<DeliveryPorts>())
    const agendas = yield* AgendaStore
    const invitations = yield* InvitationStore
    const mailer = yield* Mailer
    const richText = yield* RichText
    const oneAtATime = yield* Effect.makeSemaphore(1)

    const claim = (id: string) =>
      Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const { mail_seconds_max } = yield* CurrentLimits
        return yield* atomically(Effect.gen(function*() {
          const record = yield* invitations.lock(id, "exclusive")
          if (record === null || record.status !== "pending" || record.dueAt > now) return null
          yield* invitations.put({ ...record, dueAt: now + 2 * mail_seconds_max * 1_000 })
          return record
        }))
      })

    const compose = Effect.fnUntraced(function*(record: InvitationRecord) {
      if ((yield* Clock.currentTimeMillis) >= record.expiresAt) {
        return yield* permanentFailure("the invitation expired before its mail was taken")
      }
      const agenda = yield* agendas.find({ _tag: "Uid", uid: record.agendaUid })
      if (agenda === null) return yield* permanentFailure("the agenda is gone")
      const { defaultLang = "" } = yield* contributionOf(agenda)
      const { base } = yield* CurrentInvitationSettings
      const link = `${base()}/invitation?token=${yield* links.tokenOf(record.id)}`
      return composeInvitation(richText, record, { agendaTitle: agenda.title, lang: invitationLanguage(defaultLang), link })
    })

    const send = Effect.fnUntraced(function*(record: InvitationRecord) {
      const mail = yield* compose(record)
      const { mail_seconds_max } = yield* CurrentLimits
      yield* mailer.send(mail).pipe(
        Effect.disconnect,
        Effect.interruptible,
        Effect.timeoutFail({
          duration: `${mail_seconds_max} seconds`,
          onTimeout: () => new MailError({ reason: "temporary", message: `the mail was not taken within ${mail_seconds_max} seconds` })
        })
      )
    })

    const settle = (id: string, outcome: Either.Either<void, MailError>) =>
      Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        return yield* atomically(Effect.gen(function*() {
          const record = yield* invitations.lock(id, "exclusive")
          // Revoked, accepted or removed meanwhile: that status stays.
          if (record === null || record.status !== "pending") return "nothing"
          const changes = yield* changesOf(record, outcome, now)
          yield* invitations.put({ ...record, ...changes })
          return changes.status ?? "later"
        })).pipe(Effect.retry({ while: isTransient, schedule: outcomeRetries }))
      })

    const attempt = Effect.fnUntraced(function*(id: string) {
      const record = yield* claim(id)
      if (record === null) return "nothing"
      const outcome = yield* send(record).pipe(
        Effect.asVoid,
        Effect.map((sent): Either.Either<void, MailError> => Either.right(sent)),
        Effect.catchTag("MailError", (error) => Effect.succeed(Either.left(error)))
      )
      count(Either.isLeft(outcome) ? engineCounters.mailsRefused : engineCounters.mailsSent)
      if (Either.isLeft(outcome)) {
        const { message, reason } = outcome.left
        yield* Effect.annotateLogs(Effect.logWarning("a mail was not taken"), { invitation: id, reason, message })
      }
      const status = yield* settle(id, outcome)
      return status === "sent" || status === "failed" || status === "later" ? status : "nothing"
    })

    const awaitOrInterrupt = (attempting: Fiber.Fiber<Delivery, StoreError>) =>
      Effect.flatMap(awaitToStop(attempting), (isSettled) =>
        isSettled ?
          Effect.void :
          Effect.zipRight(
            Effect.logWarning("a mail was not taken before the process had to stop: it will be tried again"),
            Fiber.interrupt(attempting)
          ))

    // In its own daemon fiber: an interruption reaches the children of an uninterruptible fiber, and sending is one of
    // them.
    const inOwnFiber = (id: string) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.forkDaemon(attempt(id)), (attempting) =>
          restore(Fiber.join(attempting)).pipe(Effect.onInterrupt(() => awaitOrInterrupt(attempting))))
      )

    return (id) =>
      Effect.provide(oneAtATime.withPermits(1)(inOwnFiber(id)), ports)
  })
