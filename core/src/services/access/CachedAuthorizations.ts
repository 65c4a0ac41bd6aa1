import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type { Caller, Operation } from "../../domain/access/Credential.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { cacheEntryBytes } from "../../domain/heapBytes.js"
import { LruCache } from "../../domain/LruCache.js"
import type { RevisionCheck, RevisionStore } from "../../ports/RevisionStore.js"
import { topicsOfAuthorization, topicsRead } from "../revision/topics.js"
import { commits } from "../transaction/commits.js"
import { Authorized } from "./Authorized.js"

/** Cache entry, valid while the revisions of its key topics and of `topicsOfAuthorization` are unchanged. */
export interface CachedAuthorization {
  readonly key: string
  readonly authorization: Authorized<Operation>
  /** `topicsOfCaller`; empty when the caller's key is not in the store. */
  readonly keyTopics: ReadonlyArray<string>
  /** Whether its last use ended before its revisions were compared: the next one reads them first. */
  isUnconfirmed: boolean
}

/** Maximum size of all entries of each cache, in bytes. */
const bytes_max = { authorizations: 4 * 1_024 * 1_024, lastRead: 256 * 1_024 } as const

/** Compares revisions with the current ones, and keeps these. */
class Check implements RevisionCheck {
  readonly topics: ReadonlyArray<string>
  readonly revisions: ReadonlyArray<number>
  current: ReadonlyMap<string, number> | null = null

  constructor(known: ReadonlyMap<string, number>) {
    this.topics = [...known.keys()]
    this.revisions = [...known.values()]
  }

  isCurrent(current: ReadonlyArray<number>): boolean {
    this.current = new Map(Arr.zip(this.topics, current))
    return this.revisions.every((revision, index) => current[index] === revision)
  }
}

const isOfStore = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.isFailure(exit) && Option.exists(Cause.failureOption(exit.cause), Predicate.isTagged("StoreError"))

/** The revisions that were read last of an agenda. */
interface LastRead {
  readonly revisions: ReadonlyMap<string, number>
  /** Whether they are likely to be current: no change was met at the last look, and no write of this process began. */
  readonly isLikely: boolean
}

/** The cached authorizations, by operation, caller and agenda. */
export class CachedAuthorizations {
  private readonly entries = new LruCache<CachedAuthorization>(bytes_max.authorizations)
  /** By the uid of the agenda. */
  private readonly lastRead = new LruCache<LastRead>(bytes_max.lastRead)

  constructor(private readonly revisions: Context.Tag.Service<RevisionStore>) {}

  get(key: string): CachedAuthorization | undefined {
    return this.entries.get(key)
  }

  set(entry: CachedAuthorization): void {
    this.entries.set(entry.key, entry, cacheEntryBytes(entry.key, entry))
    this.noteRead(entry.authorization, entry.authorization.revisions ?? new Map(), true)
  }

  private noteRead({ agenda, operation }: Authorized<Operation>, read: ReadonlyMap<string, number>, isUnchanged: boolean): void {
    const last = {
      revisions: new Map(topicsRead(agenda).map((topic) => [topic, read.get(topic) ?? 0])),
      isLikely: isUnchanged && !operation.endsWith(":write")
    }
    this.lastRead.set(String(agenda.uid), last, cacheEntryBytes(String(agenda.uid), last))
  }

  /** The current revisions of some topics. */
  read(topics: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, number>, StoreError> {
    return Effect.map(this.revisions.read(topics), (read) => new Map(Arr.zip(topics, read)))
  }

  /**
   * Runs `use` with a cached authorization, and validates the entry by its revisions. Returns the result of `use`, or
   * the effect that runs it again at the current revisions. Null: the entry was invalid and is deleted.
   *
   * If the last revisions that were read are probably current, `use` runs first. A search in it may compare them with
   * the current ones; otherwise a query does so afterwards. A use that fails or is interrupted before that comparison
   * marks the entry, and the next use reads the revisions first. So a revoked key searches at most once.
   */
  use<O extends Operation, A, E, R>(
    entry: CachedAuthorization,
    caller: Caller,
    operation: O,
    use: (authorization: Authorized<O>) => Effect.Effect<A, E, R>
  ): Effect.Effect<Effect.Effect<A, E, R> | null, StoreError, R> {
    const { authorization, key, keyTopics } = entry
    const { agenda, revisions } = authorization
    const isValidAt = (read: ReadonlyMap<string, number>): boolean =>
      [...keyTopics, ...topicsOfAuthorization(agenda)].every((topic) => read.get(topic) === revisions?.get(topic))
    const commitsBefore = commits.soFar
    const authorizedAt = (read: ReadonlyMap<string, number>) =>
      new Authorized(operation, caller, agenda, authorization, read, commitsBefore)
    return Effect.gen(this, function*() {
      const last = this.lastRead.get(String(agenda.uid))
      const known = new Map([...revisions ?? [], ...last?.revisions ?? []])
      const check = new Check(known)
      let exit: Exit.Exit<A, E> | null = null
      if (last?.isLikely === true && !entry.isUnconfirmed && isValidAt(known)) {
        const unchecked = authorizedAt(known)
        unchecked.check = check
        // An interrupted caller runs nothing behind this.
        const noteExit = () => Effect.sync(() => entry.isUnconfirmed = check.current === null)
        exit = yield* Effect.exit(Effect.onExit(use(unchecked), noteExit))
        unchecked.check = null
      }
      // Of a store that is overloaded, nothing is asked twice.
      const failed = exit !== null && check.current === null && isOfStore(exit) ? exit : null
      const reading = this.read(check.topics)
      const read = check.current ?? (yield* failed === null ? reading : Effect.orElseSucceed(reading, () => null))
      if (read === null) return failed
      entry.isUnconfirmed = false
      const isUnchanged = check.isCurrent([...read.values()])
      this.noteRead(authorization, read, isUnchanged)
      if (!isValidAt(read)) {
        this.entries.delete(key)
        return null
      }
      return failed ?? (exit !== null && isUnchanged ? exit : use(authorizedAt(read)))
    })
  }
}
