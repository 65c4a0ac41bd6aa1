import * as Effect from "effect/Effect"
import * as Hash from "effect/Hash"
import * as Random from "effect/Random"
import { uidMax } from "../../domain/identity/Uid.js"

/** A number from 1 to `uidMax`, deterministic for each text. */
const seeded = (text: string): number => 1 + (Hash.string(text) >>> 0) % uidMax

/**
 * The uid to try after `trials` uids that were taken. Few uids are in use, so the first is almost always free. With a
 * seed, the sequence of uids is deterministic; without one it is random.
 */
export const triedUid = (seed: string | null, trials: number): Effect.Effect<number> =>
  seed === null ? Random.nextIntBetween(1, uidMax) : Effect.succeed(seeded(`${seed}/${trials}`))

/** A free random uid. */
export const freshUid = <E, R>(taken: (uid: number) => Effect.Effect<boolean, E, R>): Effect.Effect<number, E, R> =>
  Effect.gen(function*() {
    for (let trials = 0;; trials++) {
      const uid = yield* triedUid(null, trials)
      if (!(yield* taken(uid))) return uid
    }
  })

const suffixes = 10_000_000

/** The slug with a random numeric suffix. */
export const triedSlug = (slug: string): Effect.Effect<string> =>
  Effect.map(Random.nextIntBetween(1, suffixes), (suffix) => `${slug}-${suffix}`)

/** The slug if it is free, else the slug with a random numeric suffix that is free. */
export const freshSlug = <E, R>(slug: string, taken: (slug: string) => Effect.Effect<boolean, E, R>): Effect.Effect<string, E, R> =>
  Effect.gen(function*() {
    let tried = slug
    while (yield* taken(tried)) tried = yield* triedSlug(slug)
    return tried
  })
