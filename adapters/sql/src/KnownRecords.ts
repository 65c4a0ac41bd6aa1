import type { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/** Reads the records that there are of these. */
export type Load<A> = (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, A>, SqlError | StoreError>

/**
 * Records by uid, of which those are read that are not known. `standing` says all that they depend on but their uid: a record is known as long
 * as it is asked for with the same words. Null: nothing is known.
 */
export type KnownRecords<A> = (
  standing: string | null,
  uids: ReadonlyArray<number>,
  load: Load<A>
) => Effect.Effect<ReadonlyMap<number, A>, SqlError | StoreError>

/** Remembers as many records as this before those go that were not asked for longest; none that is not small. */
export const makeKnownRecords = <A>(records_max: number, isSmall: (record: A) => boolean): KnownRecords<A> => {
  const known = new Map<number, { readonly standing: string; readonly record: A }>()

  const remember = (uid: number, standing: string, record: A): void => {
    known.delete(uid)
    if (!isSmall(record)) return
    known.set(uid, { standing, record })
    const [oldest] = known.keys()
    if (known.size > records_max && oldest !== undefined) known.delete(oldest)
  }

  return (standing, uids, load) => {
    if (standing === null) return load(uids)
    const found = new Map<number, A>()
    const missing: Array<number> = []
    for (const uid of uids) {
      const held = known.get(uid)
      if (held?.standing === standing) found.set(uid, held.record)
      else missing.push(uid)
    }
    for (const [uid, record] of found) remember(uid, standing, record)
    if (missing.length === 0) return Effect.succeed(found)
    return Effect.map(load(missing), (loaded) => {
      for (const [uid, record] of loaded) {
        remember(uid, standing, record)
        found.set(uid, record)
      }
      return found
    })
  }
}
