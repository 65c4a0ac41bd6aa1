import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import * as Random from "effect/Random"
import { uidMax } from "../../domain/identity/Uid.js"

/** A number from 1 to `uidMax`, deterministic for each text. */
const seeded = (text: string): number => 1 + (Hash.string(text) >>> 0) % uidMax

/**
 * A free uid, found by trial; few uids are in use, so the first is almost always free. A seed makes the trials
 * deterministic: the same seed and the same taken uids give the same uid. Without a seed they are random.
 */
export const freshUid = <E, R>(taken: (uid: number) => Effect.Effect<boolean, E, R>, seed?: string): Effect.Effect<number, E, R> =>
  Effect.gen(function*() {
    for (let trials = 0;; trials++) {
      const uid = seed === undefined ? yield* Random.nextIntBetween(1, uidMax) : seeded(`${seed}/${trials}`)
      if (!(yield* taken(uid))) return uid
    }
  })

const suffixes = 10_000_000

/** The slug if it is free, else the slug with a random numeric suffix that is free. */
export const freshSlug = <E, R>(slug: string, taken: (slug: string) => Effect.Effect<boolean, E, R>): Effect.Effect<string, E, R> =>
  Effect.gen(function*() {
    let tried = slug
    while (yield* taken(tried)) tried = `${slug}-${yield* Random.nextIntBetween(1, suffixes)}`
    return tried
  })
