import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { heapBytes } from "../../domain/heapBytes.js"
import { LruCache } from "../../domain/LruCache.js"
import type { ChangeStore } from "../../ports/change/ChangeStore.js"
import type { ChangeRecord } from "../../record/ChangeRecord.js"

/** The events of an agenda that a response shows. */
export interface ShownEvents {
  readonly uids: ReadonlyArray<number>
  /** Whether the response depends on the filters or names of other events, too: on changes that relist them. */
  readonly isList: boolean
}

/** The part of an agenda's log that a process has read: after one position and up to another. */
interface Recent {
  readonly after: number
  upTo: number
  /** Position of the last change that relisted an event; 0 for none. */
  relisted: number
  /** Position of the last change of each event. */
  readonly last: Map<number, number>
}

/** Size of all cached changes, in bytes. */
const recent_bytes_max = 4 * 1_024 * 1_024

/** Maximum number of cached events per agenda, and of changes per read. Beyond it, the entry is dropped. */
const recentChanges_count = 1_000

/** Cache of the last changes of events, from the logs of their agendas. It decides which responses stay valid. */
export class RecentChanges {
  private readonly known = new LruCache<Recent>(recent_bytes_max)

  constructor(private readonly log: Context.Tag.Service<ChangeStore>) {}

  /** Reads the log of an agenda up to a revision; on the first call after `position`. */
  readUpTo(agendaUid: number, position: number, revision: number): Effect.Effect<void, StoreError> {
    const recent = this.known.get(String(agendaUid)) ?? { after: position, upTo: position, relisted: 0, last: new Map() }
    if (recent.upTo === revision) return Effect.void
    // A slower reader has an earlier revision, and so has a database after a failover that lost writes.
    if (recent.upTo > revision) return Effect.sync(() => this.keep(agendaUid, begunAt(revision)))
    const from = recent.upTo
    return Effect.map(this.log.read(agendaUid, { position: from + 1, ordinal: -1 }, recentChanges_count), (read) => {
      const changes = read.filter((change) => change.position <= revision)
      // A revision without a row is a change that the log does not describe.
      const isWhole = read.length < recentChanges_count && changes[0]?.ordinal === 0 &&
        new Set(changes.map((change) => change.position)).size === revision - from
      this.keep(agendaUid, isWhole ? this.extended(recent, changes, revision) : begunAt(revision))
    })
  }

  /**
   * Whether no change after `position` and up to this revision changed a response. False when the cache does not have
   * all of these changes.
   */
  leaves(agendaUid: number, position: number, revision: number, { isList, uids }: ShownEvents): boolean {
    const recent = this.known.get(String(agendaUid))
    return recent?.upTo === revision && recent.after <= position && !(isList && recent.relisted > position) &&
      uids.every((uid) => (recent.last.get(uid) ?? 0) <= position)
  }

  private extended(recent: Recent, changes: ReadonlyArray<ChangeRecord>, revision: number): Recent {
    for (const { position, relists, type, uid } of changes) {
      if (type === "event") recent.last.set(uid, Math.max(position, recent.last.get(uid) ?? 0))
      if (relists) recent.relisted = Math.max(position, recent.relisted)
    }
    recent.upTo = Math.max(revision, recent.upTo)
    return recent.last.size > recentChanges_count ? begunAt(revision) : recent
  }

  private keep(agendaUid: number, recent: Recent): void {
    this.known.set(String(agendaUid), recent, heapBytes([...recent.last]))
  }
}

const begunAt = (revision: number): Recent => ({ after: revision, upTo: revision, relisted: 0, last: new Map() })
