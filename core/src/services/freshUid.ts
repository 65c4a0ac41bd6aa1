import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { uidMax } from "../domain/Uid.js"

/** A uid that nothing has yet, by trial: with few of the uids in use the first is almost always free. */
export const freshUid = <E, R>(taken: (uid: number) => Effect.Effect<boolean, E, R>): Effect.Effect<number, E, R> =>
  Effect.repeat(
    Effect.flatMap(Random.nextIntBetween(1, uidMax), (uid) => Effect.map(taken(uid), (isTaken) => ({ uid, isTaken }))),
    { until: (tried) => !tried.isTaken }
  ).pipe(Effect.map((tried) => tried.uid))
