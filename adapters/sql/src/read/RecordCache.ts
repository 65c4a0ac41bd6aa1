import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/** Loads the records that exist among these uids. */
export type Load<A> = (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, A>, SqlError | StoreError>

/**
 * A cache of records by uid that loads only the missing ones. `stamp` identifies the revisions that an entry depends
 * on; an entry with another stamp is a miss. With a null stamp the cache is bypassed.
 */
export type RecordCache<A> = (
  stamp: string | null,
  uids: ReadonlyArray<number>,
  load: Load<A>
) => Effect.Effect<ReadonlyMap<number, A>, SqlError | StoreError>

/** LRU cache bounded by number of records. Large records are not cached. */
export const makeRecordCache = <A>(records_max: number, isSmall: (record: A) => boolean): RecordCache<A> => {
  const entries = new Map<number, { readonly stamp: string; readonly record: A }>()

  const put = (uid: number, stamp: string, record: A): void => {
    entries.delete(uid)
    if (!isSmall(record)) return
    entries.set(uid, { stamp, record })
    const [oldest] = entries.keys()
    if (entries.size > records_max && oldest !== undefined) entries.delete(oldest)
  }

  return (stamp, uids, load) => {
    if (stamp === null) return load(uids)
    const found = new Map<number, A>()
    const missing: Array<number> = []
    for (const uid of uids) {
      const entry = entries.get(uid)
      if (entry?.stamp === stamp) found.set(uid, entry.record)
      else missing.push(uid)
    }
    for (const [uid, record] of found) put(uid, stamp, record)
    if (missing.length === 0) return Effect.succeed(found)
    return Effect.map(load(missing), (loaded) => {
      for (const [uid, record] of loaded) {
        put(uid, stamp, record)
        found.set(uid, record)
      }
      return found
    })
  }
}
