import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"

/** Loads the records that exist among these uids. */
export type Load<A> = (uids: ReadonlyArray<number>) => Effect.Effect<ReadonlyMap<number, A>, SqlError | StoreError>

/** The snapshot of a search, as far as its cached records depend on it. */
export interface SearchSnapshot {
  /** Revisions that were read before the snapshot, as one text. */
  readonly stamp: string
  /** Instant before the snapshot began (`nextInstant`). */
  readonly begunAt: number
  /** Whether the snapshot has the revisions of `stamp`. Costs a statement, so it is evaluated only for a hit. */
  readonly isCurrent: Effect.Effect<boolean, SqlError | StoreError>
}

/**
 * A cache of records by uid that loads only the missing ones. An entry is stored under revisions that may be older than
 * its record. It is valid for a later snapshot that still has these revisions: nothing has changed in between. A record
 * of an earlier snapshot never replaces one of a later. Null bypasses the cache.
 */
export type RecordCache<A> = (
  snapshot: SearchSnapshot | null,
  uids: ReadonlyArray<number>,
  load: Load<A>
) => Effect.Effect<ReadonlyMap<number, A>, SqlError | StoreError>

interface Entry<A> {
  readonly stamp: string
  /** When its snapshot began. */
  readonly begunAt: number
  readonly storedAt: number
  readonly record: A
}

let instant = 0

/** The next instant of a logical clock, which orders snapshots and cache entries of this process. */
export const nextInstant = (): number => instant += 1

/** LRU cache bounded by number of records. Large records are not cached. */
export const makeRecordCache = <A>(records_max: number, isSmall: (record: A) => boolean): RecordCache<A> => {
  const entries = new Map<number, Entry<A>>()

  const put = (uid: number, entry: Entry<A>): void => {
    if ((entries.get(uid)?.begunAt ?? 0) > entry.begunAt) return
    entries.delete(uid)
    if (!isSmall(entry.record)) return
    entries.set(uid, entry)
    const [oldest] = entries.keys()
    if (entries.size > records_max && oldest !== undefined) entries.delete(oldest)
  }

  const loadAndPut = ({ begunAt, stamp }: SearchSnapshot, uids: ReadonlyArray<number>, load: Load<A>): ReturnType<Load<A>> =>
    Effect.map(load(uids), (loaded) => {
      const storedAt = nextInstant()
      for (const [uid, record] of loaded) put(uid, { stamp, begunAt, storedAt, record })
      return loaded
    })

  return (snapshot, uids, load) => {
    if (snapshot === null) return load(uids)
    const { begunAt, isCurrent, stamp } = snapshot
    const hits = new Map<number, Entry<A>>()
    for (const uid of uids) {
      const entry = entries.get(uid)
      if (entry?.stamp === stamp && entry.storedAt < begunAt) hits.set(uid, entry)
    }
    if (hits.size === 0) return loadAndPut(snapshot, uids, load)
    return Effect.flatMap(isCurrent, (current) => {
      if (!current) return load(uids)
      for (const [uid, entry] of hits) put(uid, entry)
      const found = new Map([...hits].map(([uid, { record }]) => [uid, record]))
      const missing = uids.filter((uid) => !hits.has(uid))
      return missing.length === 0
        ? Effect.succeed(found)
        : Effect.map(loadAndPut(snapshot, missing, load), (loaded) => new Map([...found, ...loaded]))
    })
  }
}
