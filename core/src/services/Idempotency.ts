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
import { IdempotencyConflict, type StoreError } from "../domain/error/EngineError.js"
import { CurrentLimits } from "../domain/Limits.js"
import { IdempotencyStore } from "../ports/IdempotencyStore.js"
import { Secrets } from "../ports/Secrets.js"
import { Transaction } from "../ports/Transaction.js"
import type { IdempotencyRecord } from "../record/IdempotencyRecord.js"
import { atomically } from "./transaction/atomically.js"

/** A write request with an idempotency key. */
export interface IdempotentRequest {
  /** Id of the caller's API key, or of the key that bought the access token. */
  readonly keyId: string
  /** The idempotency key that the caller chose. */
  readonly name: string
  /** Digest of the whole request. */
  readonly fingerprint: string
}

/**
 * Stores the answer of a write. Run it inside the transaction of the write, so that both commit together.
 * `IdempotencyConflict`: another attempt has taken over the claim of this one; the transaction must then fail.
 */
export type StoreAnswer = (answer: string) => Effect.Effect<void, IdempotencyConflict | StoreError>

/**
 * Stores the answer of a write inside its transaction, so that both commit together; undefined when nothing is to be
 * stored.
 */
export type RecordAnswer<A> = ((answer: A) => Effect.Effect<void, IdempotencyConflict | StoreError>) | undefined

/** The answer of a write, as the caller encoded it. */
export interface IdempotentAnswer {
  readonly answer: string
  /** True for the stored answer of an earlier attempt. */
  readonly replayed: boolean
}

/**
 * Runs each write with an idempotency key once, and replays the stored answer to retries (wire.md §4, Idempotency-Key).
 */
export class Idempotency extends Context.Tag("@agenda-engine/core/services/Idempotency")<Idempotency, {
  /**
   * Runs a write, or returns the stored answer of its first attempt. `IdempotencyConflict`: the first attempt is in
   * progress, in any process, or the key was used for a different request.
   *
   * The write stores its answer inside its own transaction with the given `keep`, so that a crash cannot separate the
   * two; an answer not stored by the write is stored after it. A failed write releases the idempotency key. The claim
   * of an attempt is a lease of `claim_seconds`, which is renewed while the process runs. Once it has expired, another
   * attempt may take over; the first one can then commit nothing more.
   */
  readonly once: <E, R>(
    request: IdempotentRequest,
    write: (keep: StoreAnswer) => Effect.Effect<string, E, R>
  ) => Effect.Effect<IdempotentAnswer, E | IdempotencyConflict | StoreError, R>
  /** Removes expired records. Writes trigger this from time to time; call it when there are none. */
  readonly prune: Effect.Effect<void, StoreError>
}>() {
  /** Layer of Idempotency over the store of answers. */
  static readonly layer: Layer.Layer<Idempotency, never, IdempotencyStore | Secrets | Transaction> = Layer.scoped(
    Idempotency,
    Effect.suspend(() => make)
  )
}

/** Minimum time between two prunings in milliseconds, and the number of records removed per transaction. */
const pruneInterval_ms = 60_000
const pruneBatch_max = 500

/** Number of renewals per duration of a lease. */
const renewals_count = 3

const inProgress = new IdempotencyConflict({ reason: "underway" })

const make = Effect.gen(function*() {
  const answers = yield* IdempotencyStore
  const scope = yield* Effect.scope
  const secrets = yield* Secrets
  const transaction = yield* Transaction
  const prunedAt = yield* Ref.make(Number.NEGATIVE_INFINITY)

  const inTransaction = <A, E>(change: Effect.Effect<A, E>) => Effect.provideService(atomically(change), Transaction, transaction)

  const prune: Effect.Effect<void, StoreError> = Effect.flatMap(
    Clock.currentTimeMillis,
    (now) =>
      Effect.asVoid(Effect.repeat(inTransaction(answers.prune(now, pruneBatch_max)), { while: (removed) => removed === pruneBatch_max }))
  )

  /** Prunes in the background when `pruneInterval_ms` has passed since the last time. */
  const pruneIfDue = Effect.fnUntraced(function*(now: number) {
    const isDue = yield* Ref.modify(prunedAt, (last) => now - last < pruneInterval_ms ? [false, last] : [true, now])
    if (isDue) yield* Effect.forkIn(Effect.ignoreLogged(prune), scope)
  })

  /** The claim of a new attempt, or the stored answer. */
  const claim = (request: IdempotentRequest): Effect.Effect<IdempotencyRecord | string, IdempotencyConflict | StoreError> =>
    Effect.gen(function*() {
      const { claim_seconds, idempotency_seconds } = yield* CurrentLimits
      const now = yield* Clock.currentTimeMillis
      const found = yield* answers.find(request.keyId, request.name)
      if (found !== null && now < found.expiresAt) {
        if (found.fingerprint !== request.fingerprint) return yield* new IdempotencyConflict({ reason: "another request" })
        if (found.answer !== null) return found.answer
        if (now < found.claimedUntil) return yield* inProgress
      }
      const claimed: IdempotencyRecord = {
        ...request,
        claim: yield* secrets.make,
        claimedUntil: now + claim_seconds * 1_000,
        expiresAt: now + idempotency_seconds * 1_000,
        answer: null
      }
      if (!(yield* inTransaction(answers.put(claimed, found)))) return yield* claim(request)
      yield* pruneIfDue(now)
      return claimed
    })

  /** Renews the lease of a claim until interrupted. */
  const renewLease = Effect.fnUntraced(function*(claimed: IdempotencyRecord) {
    const lease = Duration.seconds((yield* CurrentLimits).claim_seconds)
    const renew = Effect.flatMap(
      Clock.currentTimeMillis,
      (now) => inTransaction(answers.put({ ...claimed, claimedUntil: now + Duration.toMillis(lease) }, claimed))
    )
    const pause = Duration.times(lease, 1 / renewals_count)
    yield* Effect.repeat(Effect.delay(Effect.ignoreLogged(renew), pause), Schedule.forever)
  })

  const attempt = Effect.fnUntraced(function*<E, R>(claimed: IdempotencyRecord, write: (keep: StoreAnswer) => Effect.Effect<string, E, R>) {
    const storedAnswer = yield* Ref.make<string | null>(null)
    const put = (answer: string) => answers.put({ ...claimed, answer }, claimed)
    const keep: StoreAnswer = (answer) =>
      Effect.zipRight(Effect.filterOrFail(put(answer), (isOurs) => isOurs, () => inProgress), Ref.set(storedAnswer, answer))
    yield* Effect.forkScoped(renewLease(claimed))
    const answer = yield* write(keep)
    // The write has committed: its answer is returned even when it cannot be stored.
    if ((yield* Ref.get(storedAnswer)) !== answer) yield* Effect.ignoreLogged(inTransaction(put(answer)))
    return answer
  }, Effect.scoped)

  return Idempotency.of({
    prune,
    once: (request, write) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(claim(request), (claimed) =>
          typeof claimed === "string"
            ? Effect.succeed({ answer: claimed, replayed: true })
            : restore(attempt(claimed, write)).pipe(
              Effect.map((answer) => ({ answer, replayed: false })),
              Effect.onError((cause) => {
                const release = Effect.ignoreLogged(inTransaction(answers.remove(claimed)))
                // After a store error the removal may take as long to fail: it runs in the background.
                return Option.exists(Cause.failureOption(cause), Predicate.isTagged("StoreError")) ? Effect.forkIn(release, scope) : release
              })
            ))
      )
  })
})
