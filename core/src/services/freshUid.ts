import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import * as Random from "effect/Random"
import { uidMax } from "../domain/Uid.js"

/** A number from 1 to `uidMax` that is always the same for the same text. */
const seeded = (text: string): number => 1 + (Hash.string(text) >>> 0) % uidMax

/**
 * A uid that nothing has yet, by trial: with few of the uids in use the first is almost always free. With a seed the trials follow from it,
 * so that the same seed gives the same uid wherever the same ones are taken; without, they are random.
 */
export const freshUid = <E, R>(taken: (uid: number) => Effect.Effect<boolean, E, R>, seed?: string): Effect.Effect<number, E, R> =>
  Effect.gen(function*() {
    for (let trials = 0;; trials++) {
      const uid = seed === undefined ? yield* Random.nextIntBetween(1, uidMax) : seeded(`${seed}/${trials}`)
      if (!(yield* taken(uid))) return uid
    }
  })
