import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Ref from "effect/Ref"
import * as Schedule from "effect/Schedule"
import { RetryRefused, type StoreError } from "../domain/EngineError.js"
import { CurrentLimits } from "../domain/Limits.js"
import { AnswerStore } from "../ports/AnswerStore.js"
import { Secrets } from "../ports/Secrets.js"
import { Transaction } from "../ports/Transaction.js"
import type { KeptAnswer } from "../record/KeptAnswer.js"
import { atomically } from "./atomically.js"

/** A write that its caller may ask for again. */
export interface Repeatable {
  /** The key that the caller holds, or bought the access token with. */
  readonly keyId: string
  /** What the caller names the write. */
  readonly name: string
  /** A digest of all that was asked for. */
  readonly fingerprint: string
}

/**
 * Keeps the answer of a write. Inside the transaction of the write it is kept exactly when the write is. `RetryRefused`: another attempt has
 * taken this one, which was given up for dead, over; the transaction has to fail with it.
 */
export type Keep = (answer: string) => Effect.Effect<void, RetryRefused | StoreError>

/**
 * What a service does with what it is about to answer, in the transaction of the write it answers: what is stored is kept exactly when the
 * write is. Undefined: nothing.
 */
export type KeepAnswer<A> = ((answer: A) => Effect.Effect<void, RetryRefused | StoreError>) | undefined

/** What a write was answered, in the caller's own form. */
export interface Answered {
  readonly answer: string
  /** Whether it is the answer of an earlier attempt. */
  readonly replayed: boolean
}

/** Runs writes that may be asked for again, because their answer was lost on the way, and are done once (wire.md §4, Idempotency-Key). */
export class Retries extends Context.Tag("@agenda-engine/core/services/Retries")<Retries, {
  /**
   * Runs a write, or answers what the first attempt at it was answered. `RetryRefused`: the first attempt is under way, in whatever process,
   * or asked for something else.
   *
   * The write keeps its answer in its own transaction by the `keep` it is given, so that no crash parts the two; an answer that it did not
   * keep itself is kept after it. One that fails is forgotten, and its name free. An attempt that a process died in is taken over once it has
   * not been heard of for `claim_seconds`; what it had not committed by then, it cannot commit any more.
   */
  readonly once: <E, R>(
    request: Repeatable,
    write: (keep: Keep) => Effect.Effect<string, E, R>
  ) => Effect.Effect<Answered, E | RetryRefused | StoreError, R>
  /** Clears away what is forgotten. Writes do so now and then; this is for when none come. */
  readonly prune: Effect.Effect<void, StoreError>
}>() {
  /** Retries over the store of answers. */
  static readonly layer: Layer.Layer<Retries, never, AnswerStore | Secrets | Transaction> = Layer.scoped(
    Retries,
    Effect.suspend(() => make)
  )
}

/** How often what is forgotten is cleared away at most, in milliseconds, and how many at once. */
const pruned_ms = 60_000
const pruned_max = 500

/** How many times an attempt says that it is alive before it would be taken for dead. */
const signs_of_life = 3

const underway = new RetryRefused({ reason: "underway" })

const make = Effect.gen(function*() {
  const answers = yield* AnswerStore
  const scope = yield* Effect.scope
  const secrets = yield* Secrets
  const transaction = yield* Transaction
  const prunedAt = yield* Ref.make(Number.NEGATIVE_INFINITY)

  const stored = <A, E>(change: Effect.Effect<A, E>) => Effect.provideService(atomically(change), Transaction, transaction)

  const prune: Effect.Effect<void, StoreError> = Effect.flatMap(
    Clock.currentTimeMillis,
    (now) => Effect.asVoid(Effect.repeat(stored(answers.prune(now, pruned_max)), { while: (gone) => gone === pruned_max }))
  )

  /** Clears away what is forgotten, beside the caller and from time to time. */
  const tidy = Effect.fnUntraced(function*(now: number) {
    const isDue = yield* Ref.modify(prunedAt, (last) => now - last < pruned_ms ? [false, last] : [true, now])
    if (isDue) yield* Effect.forkIn(Effect.ignoreLogged(prune), scope)
  })

  /** The claim of an attempt that may go on, or the answer that there is. */
  const claim = (request: Repeatable): Effect.Effect<KeptAnswer | string, RetryRefused | StoreError> =>
    Effect.gen(function*() {
      const { claim_seconds, keptAnswer_seconds } = yield* CurrentLimits
      const now = yield* Clock.currentTimeMillis
      const found = yield* answers.find(request.keyId, request.name)
      if (found !== null && now < found.expiresAt) {
        if (found.fingerprint !== request.fingerprint) return yield* new RetryRefused({ reason: "another request" })
        if (found.answer !== null) return found.answer
        if (now < found.claimedUntil) return yield* underway
      }
      const claimed: KeptAnswer = {
        ...request,
        claim: yield* secrets.make,
        claimedUntil: now + claim_seconds * 1_000,
        expiresAt: now + keptAnswer_seconds * 1_000,
        answer: null
      }
      if (!(yield* stored(answers.put(claimed, found)))) return yield* claim(request)
      yield* tidy(now)
      return claimed
    })

  /** Says again and again that the attempt is alive. */
  const live = Effect.fnUntraced(function*(claimed: KeptAnswer) {
    const lease = Duration.seconds((yield* CurrentLimits).claim_seconds)
    const renew = Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => stored(answers.put({ ...claimed, claimedUntil: now + Duration.toMillis(lease) }, claimed))
    )
    const pause = Duration.times(lease, 1 / signs_of_life)
    yield* Effect.repeat(Effect.delay(Effect.ignoreLogged(renew), pause), Schedule.forever)
  })

  const attempt = Effect.fnUntraced(function*<E, R>(claimed: KeptAnswer, write: (keep: Keep) => Effect.Effect<string, E, R>) {
    const kept = yield* Ref.make<string | null>(null)
    const put = (answer: string) => answers.put({ ...claimed, answer }, claimed)
    const keep: Keep = (answer) =>
      Effect.zipRight(Effect.filterOrFail(put(answer), (isOurs) => isOurs, () => underway), Ref.set(kept, answer))
    yield* Effect.forkScoped(live(claimed))
    const answer = yield* write(keep)
    // What was done stays done: the caller hears of it even where it cannot be kept.
    if ((yield* Ref.get(kept)) !== answer) yield* Effect.ignoreLogged(stored(put(answer)))
    return answer
  }, Effect.scoped)

  return Retries.of({
    prune,
    once: (request, write) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(claim(request), (claimed) =>
          typeof claimed === "string"
            ? Effect.succeed({ answer: claimed, replayed: true })
            : restore(attempt(claimed, write)).pipe(
              Effect.map((answer) => ({ answer, replayed: false })),
              Effect.onError((cause) => {
                const forget = Effect.ignoreLogged(stored(answers.remove(claimed)))
                // A store that failed may make this wait as long again: the caller does not wait for it.
                return Option.exists(Cause.failureOption(cause), Predicate.isTagged("StoreError")) ? Effect.forkIn(forget, scope) : forget
              })
            ))
      )
  })
})
