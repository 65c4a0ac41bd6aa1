import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../../domain/error/EngineError.js"
import { cacheEntryBytes } from "../../../domain/heapBytes.js"
import { LruCache } from "../../../domain/LruCache.js"
import type { Json } from "../../../domain/text/Json.js"
import type { RevisionStore, TopicRevisions } from "../../../ports/RevisionStore.js"
import type { Secrets } from "../../../ports/Secrets.js"
import type { EventRecord, EventRef } from "../../../record/EventRecord.js"
import type { Authorization } from "../../Access.js"
import { revisionsOfWrite, stampOf } from "../../revision/topics.js"

/** A write of a body to a named event. */
export interface NamedWrite {
  readonly mode: "patch" | "replace" | "upsert"
  readonly ref: EventRef
  readonly body: Json
  readonly lang: string | null
}

/** Size of all cached writes, in bytes: some 20 000. */
const unchangedWrites_bytes_max = 8 * 1_024 * 1_024

/**
 * LRU cache of writes that left their event unchanged and had no warning. When such a write is sent again, it needs no
 * validation and no transaction. The event, the caller's key, and the agenda's settings, fields, members and locations
 * must be the same. Limits and providers are taken to be those of the first write. A synchronization mostly sends
 * unchanged events.
 */
export class UnchangedWrites {
  /** Digests of the stored events and of the revisions that the bodies were validated against. */
  private readonly known = new LruCache<string>(unchangedWrites_bytes_max)

  constructor(
    private readonly secrets: Context.Tag.Service<Secrets>,
    private readonly revisions: Context.Tag.Service<RevisionStore>
  ) {}

  /** The key of a write by this caller. */
  keyOf({ agenda, caller, moderates, privileged, role }: Authorization, { body, lang, mode, ref }: NamedWrite): Effect.Effect<string> {
    // Sessions that are renewed share the entry: their end is checked before.
    const writer = caller._tag === "Operator" ? caller : { ...caller, expiresAt: 0 }
    return this.secrets.digest(JSON.stringify([agenda.uid, writer, role, moderates, privileged, mode, ref, lang, body]))
  }

  /** Whether this write left an event unchanged when it was last sent. */
  has(key: string): boolean {
    return this.known.has(key)
  }

  /** Whether this write leaves the stored event unchanged again, at the current revisions. */
  isValid(key: string, authorization: Authorization, stored: EventRecord): Effect.Effect<boolean, StoreError> {
    const before = revisionsOfWrite(authorization)
    if (before === null) return Effect.succeed(false)
    // The authorization may be older than the body.
    return Effect.flatMap(
      this.revisions.read(before.topics),
      (revisions) => Effect.map(this.stateOf({ ...before, revisions }, stored), (state) => this.known.get(key) === state)
    )
  }

  /** Records that a write left the stored event unchanged. */
  add(key: string, authorization: Authorization, stored: EventRecord): Effect.Effect<void> {
    const read = revisionsOfWrite(authorization)
    if (read === null) return Effect.void
    return Effect.map(this.stateOf(read, stored), (state) => this.known.set(key, state, cacheEntryBytes(key, state)))
  }

  private stateOf(read: TopicRevisions, stored: EventRecord): Effect.Effect<string> {
    return this.secrets.digest(JSON.stringify([stampOf(read), stored]))
  }
}
