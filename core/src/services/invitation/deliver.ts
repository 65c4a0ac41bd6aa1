import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import type { StoreError } from "../../domain/EngineError.js"
import { CurrentInvitationSettings } from "../../domain/InvitationSettings.js"
import { CurrentLimits } from "../../domain/Limits.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { Mailer, MailError } from "../../ports/Mailer.js"
import { RichText } from "../../ports/RichText.js"
import type { Transaction } from "../../ports/Transaction.js"
import type { InvitationRecord } from "../../record/InvitationRecord.js"
import { atomically } from "../atomically.js"
import { contributionOf } from "../contributionOf.js"
import { composeInvitation } from "./composeInvitation.js"
import type { InvitationLinks } from "./invitationLinks.js"
import { invitationLanguage } from "./invitationTexts.js"
import { delayAfter } from "./mailPatience.js"

/**
 * What became of one trial: the mail was taken; it may be later; it never will be; or there was nothing to try, because somebody else does, or
 * has done, or the invitation is gone.
 */
export type Delivery = "sent" | "later" | "failed" | "nothing"

type DeliveryPorts = AgendaStore | InvitationStore | Mailer | RichText | Transaction

const gone = (message: string): MailError => new MailError({ reason: "permanent", message })

/** How often and for how long it is tried to store what became of a mail: while it is not, the mail will be sent again. */
const persistently = Schedule.exponential("50 millis").pipe(Schedule.intersect(Schedule.recurs(8)))

const passing: ReadonlyArray<StoreError["reason"]> = ["Unavailable", "Conflict", "Busy", "ReadOnly"]

const isPassing = (error: StoreError): boolean => passing.includes(error.reason)

const changesOf = (
  record: InvitationRecord,
  outcome: Either.Either<void, MailError>,
  now: number
): Effect.Effect<Partial<InvitationRecord>> => {
  if (Either.isRight(outcome)) return Effect.succeed({ status: "sent", sentAt: now, failure: null })
  const { message: failure, reason } = outcome.left
  const attempts = record.attempts + 1
  return Effect.map(
    reason === "permanent" ? Effect.succeed(null) : delayAfter(attempts),
    (delay) => delay === null ? { status: "failed", attempts, failure } : { attempts, failure, dueAt: now + delay }
  )
}

/**
 * Tries the mail of one invitation. The record is locked, seen to be due, and moved on for as long as a trial may take, before anything is
 * sent, so that no two processes send it at once; a process that is killed leaves at most the one mail in its hands to be sent again, since
 * there is one at a time in each. When the process is told to stop, the mail being handed over gets `mailStop_seconds_max` to finish; past that
 * it is left to others, as after a kill.
 */
export const makeDeliver = (
  links: InvitationLinks
): Effect.Effect<(id: string) => Effect.Effect<Delivery, StoreError>, never, DeliveryPorts> =>
  Effect.gen(function*() {
    const ports = yield* Effect.context<DeliveryPorts>()
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
          const record = yield* invitations.lock(id)
          if (record === null || record.status !== "pending" || record.dueAt > now) return null
          yield* invitations.put({ ...record, dueAt: now + 2 * mail_seconds_max * 1_000 })
          return record
        }))
      })

    const compose = Effect.fnUntraced(function*(record: InvitationRecord) {
      if ((yield* Clock.currentTimeMillis) >= record.expiresAt) return yield* gone("the invitation expired before its mail was taken")
      const agenda = yield* agendas.find({ _tag: "Uid", uid: record.agendaUid })
      if (agenda === null) return yield* gone("the agenda is gone")
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
          const record = yield* invitations.lock(id)
          // Taken back, accepted or removed meanwhile: that stays.
          if (record === null || record.status !== "pending") return "nothing"
          const changes = yield* changesOf(record, outcome, now)
          yield* invitations.put({ ...record, ...changes })
          return changes.status ?? "later"
        })).pipe(Effect.retry({ while: isPassing, schedule: persistently }))
      })

    const attempt = Effect.fnUntraced(function*(id: string) {
      const record = yield* claim(id)
      if (record === null) return "nothing"
      const outcome = yield* send(record).pipe(
        Effect.asVoid,
        Effect.map((sent): Either.Either<void, MailError> => Either.right(sent)),
        Effect.catchTag("MailError", (error) => Effect.succeed(Either.left(error)))
      )
      if (Either.isLeft(outcome)) {
        const { message, reason } = outcome.left
        yield* Effect.annotateLogs(Effect.logWarning("a mail was not taken"), { invitation: id, reason, message })
      }
      const status = yield* settle(id, outcome)
      return status === "sent" || status === "failed" || status === "later" ? status : "nothing"
    })

    const finishSoon = (attempting: Fiber.Fiber<Delivery, StoreError>) =>
      Effect.flatMap(CurrentLimits, ({ mailStop_seconds_max }) =>
        Effect.interruptible(Fiber.await(attempting)).pipe(
          Effect.timeoutTo({
            duration: `${mailStop_seconds_max} seconds`,
            onSuccess: () => Effect.void,
            onTimeout: () =>
              Effect.zipRight(
                Effect.logWarning("a mail was not taken before the process had to stop: it will be tried again"),
                Fiber.interrupt(attempting)
              )
          }),
          Effect.flatten
        ))

    // In a fiber of its own: an interruption reaches the children of a fiber that may not be interrupted itself, and the sending is one.
    const apart = (id: string) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(Effect.forkDaemon(attempt(id)), (attempting) =>
          restore(Fiber.join(attempting)).pipe(Effect.onInterrupt(() => finishSoon(attempting))))
      )

    return (id) =>
      Effect.provide(oneAtATime.withPermits(1)(apart(id)), ports)
  })
