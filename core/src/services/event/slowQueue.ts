import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import { StoreError } from "../../domain/error/EngineError.js"
import { whileWaiting } from "../../schedule/CurrentWait.js"

/** Bounds of a queue of slow work. */
export interface QueueBounds {
  /** Name of the work in errors. */
  readonly operation: string
  /** How much of it is done at once. */
  readonly atOnce: number
  /** How much of it may wait. */
  readonly waiting_max: number
  /** How long it may wait, in seconds. */
  readonly wait_seconds_max: number
}

/** Runs slow work when its turn has come. Fails with `Busy` when too much of it waits, or has waited for too long. */
export type SlowQueue = <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>

/** A queue for one kind of slow work, in the order of arrival. Other requests do not wait behind it. */
export const unsafeMakeQueue = ({ atOnce, operation, wait_seconds_max, waiting_max }: QueueBounds): SlowQueue => {
  const waiting: Array<Deferred.Deferred<void>> = []
  let active = 0
  const busy = (what: string) => new StoreError({ reason: "Busy", operation, cause: new Error(what) })

  /** Hands the place of work that is over to the next. */
  const release = Effect.suspend(() => {
    const next = waiting.shift()
    if (next !== undefined) return Effect.asVoid(Deferred.succeed(next, undefined))
    active--
    return Effect.void
  })

  const leave = (turn: Deferred.Deferred<void>) =>
    Effect.suspend(() => {
      const place = waiting.indexOf(turn)
      if (place === -1) return release
      waiting.splice(place, 1)
      return Effect.void
    })

  const waitFor = (turn: Deferred.Deferred<void>) =>
    Effect.timeoutFail(whileWaiting(Deferred.await(turn)), {
      duration: `${wait_seconds_max} seconds`,
      onTimeout: () => busy(`others were under way for ${wait_seconds_max} seconds`)
    })

  return (work) =>
    Effect.uninterruptibleMask((restore) => {
      const run = Effect.ensuring(restore(work), release)
      if (active < atOnce) {
        active++
        return run
      }
      if (waiting.length >= waiting_max) return busy(`${waiting_max} others wait`)
      const turn = Deferred.unsafeMake<void>(FiberId.none)
      waiting.push(turn)
      return Effect.zipRight(Effect.onError(restore(waitFor(turn)), () => leave(turn)), run)
    })
}
