import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Caller } from "../domain/access/Credential.js"
import {
  type CursorExpired,
  type Forbidden,
  Invalid,
  type NotFound,
  type StoreError,
  type Unauthorized
} from "../domain/error/EngineError.js"
import { issue } from "../domain/error/Issue.js"
import { CurrentLimits } from "../domain/Limits.js"
import type { JsonObject } from "../domain/text/Json.js"
import type { AgendaStore } from "../ports/AgendaStore.js"
import { ChangeStore } from "../ports/change/ChangeStore.js"
import type { MemberStore } from "../ports/MemberStore.js"
import type { RevisionStore, TopicRevisions } from "../ports/RevisionStore.js"
import { Secrets } from "../ports/Secrets.js"
import { Transaction } from "../ports/Transaction.js"
import { presentChange, type PresentedChange } from "../present/presentChange.js"
import type { ChangeQuery } from "../query/change/ChangeQuery.js"
import type { EventView } from "../query/event/EventView.js"
import type { ChangePlace } from "../record/ChangeRecord.js"
import { whileWaiting } from "../schedule/CurrentWait.js"
import { Stopping } from "../schedule/Stopping.js"
import { makePacer } from "../schedule/timeSlices.js"
import { Access, type Authorization } from "./Access.js"
import { makeAgendaDirectory } from "./change/agendaDirectory.js"
import { changeCursors } from "./change/ChangeCursor.js"
import { ChangeWaits, type WaitEnd } from "./change/ChangeWaits.js"
import { pruneLog } from "./change/pruneLog.js"
import { logOfAgenda, logsAcross, type ReadableLogs } from "./change/readableLogs.js"
import { type ReadChange, type ReadChanges, readChanges, sealPlaces } from "./change/readChanges.js"
import { Events } from "./Events.js"
import { atomically } from "./transaction/atomically.js"

/** A change as the caller saw it; `event` where the query asks for events. */
export interface Change extends PresentedChange {
  /** The changed event as the caller reads it now, null when the caller cannot; absent for other subjects. */
  readonly event?: JsonObject | null
}

/** A change of a page, with the cursor to go on from after it. */
export interface ChangeItem {
  readonly change: Change
  readonly cursor: Effect.Effect<string>
}

/** A change with the cursor to store when it is handled. */
export type FollowedChange = Change & { readonly cursor: string }

/** A page of changes. */
export interface ChangePage {
  readonly items: ReadonlyArray<ChangeItem>
  /** Pass as `after` for what follows. */
  readonly next: string
  /** Whether nothing more was known when it was read. */
  readonly upToDate: boolean
  /** Waits for a change of what was read, or so many seconds. */
  readonly changed: (seconds: number) => Effect.Effect<WaitEnd>
}

type ReadFailure = CursorExpired | Forbidden | Invalid | NotFound | StoreError | Unauthorized

type ChangesPorts = Access | AgendaStore | ChangeStore | ChangeWaits | Events | MemberStore | RevisionStore | Secrets | Transaction

/** The changes of agendas (wire.md §9). */
export class Changes extends Context.Tag("@agenda-engine/core/services/Changes")<Changes, {
  /**
   * A page of the changes of an agenda, as the caller's view of it changed. An empty page waits as the query says.
   * Rights are looked at again after waiting. `Invalid`: a faulty query or cursor. `CursorExpired`: changes after it
   * may be missing.
   */
  readonly page: (authorization: Authorization<"events:read">, query: ChangeQuery) => Effect.Effect<ChangePage, ReadFailure>
  /**
   * As `page`, across the public and indexed agendas, and those of a caller with a token; for the operator, across all.
   * Order holds within each agenda.
   */
  readonly pageAcross: (caller: Caller, query: ChangeQuery) => Effect.Effect<ChangePage, ReadFailure>
  /**
   * The changes of an agenda from a cursor on, each with the cursor after it; waits for more, until the server stops.
   * With `wait_seconds` 0 it ends when nothing more is known. A change may come twice, none is missed. `kinds` and
   * `view` as for `page`.
   */
  readonly stream: (authorization: Authorization<"events:read">, query: ChangeQuery) => Stream.Stream<FollowedChange, ReadFailure>
  /** As `stream`, of the agendas of `pageAcross`. */
  readonly streamAcross: (caller: Caller, query: ChangeQuery) => Stream.Stream<FollowedChange, ReadFailure>
  /** The cursor with which the caller's list of the changes of an agenda goes on after a place. */
  readonly cursorAfter: (authorization: Authorization<"events:read">, place: ChangePlace) => Effect.Effect<string, StoreError>
  /** Deletes the changes that are older than `changes_days`, in batches. Returns their number. */
  readonly prune: Effect.Effect<number, StoreError>
}>() {
  /** Layer of Changes over the store of changes. */
  static readonly layer: Layer.Layer<Changes, never, Exclude<ChangesPorts, ChangeWaits>> = Layer.provide(
    Layer.effect(Changes, Effect.suspend(() => make)),
    ChangeWaits.layer
  )
}

/** What a list of changes reads: its logs, looked up for each page, and the rights to its events. */
interface Feed {
  readonly readable: Effect.Effect<ReadableLogs, ReadFailure>
  readonly authorize: (agendaUid: number) => Effect.Effect<Authorization<"events:read">, ReadFailure>
}

/** How long a stream waits for a change before it looks at rights again, in seconds. */
const followed_seconds = 60

const make = Effect.gen(function*() {
  const ports = yield* Effect.context<ChangesPorts>()
  const access = yield* Access
  const events = yield* Events
  const log = yield* ChangeStore
  const secrets = yield* Secrets
  const transaction = yield* Transaction
  const waits = yield* ChangeWaits
  const directory = yield* makeAgendaDirectory

  const loadCursors = Effect.gen(function*() {
    const candidate = yield* secrets.make
    return changeCursors(secrets, yield* Effect.provide(atomically(log.generation(candidate)), ports))
  })
  // Also after an interruption, which would be cached.
  const cachedCursors = yield* Effect.cachedInvalidateWithTTL(loadCursors, "1 hour").pipe(
    Effect.map(([cached, invalidate]) => Effect.onError(cached, () => invalidate))
  )
  // The id of a log that a transaction makes may be rolled back.
  const cursorsOf = Effect.flatMap(transaction.isActive, (isActive) => isActive ? loadCursors : cachedCursors)

  const eventOf = (feed: Feed, { agendaUid, uid }: PresentedChange, view: EventView) =>
    Effect.flatMap(feed.authorize(agendaUid), (authorization) => events.get(authorization, { _tag: "Uid", uid }, view)).pipe(
      Effect.map(({ event }): JsonObject | null => event),
      Effect.catchTags({ NotFound: () => Effect.succeed(null), Forbidden: () => Effect.succeed(null) })
    )

  // Who waits holds revisions, and not the changes that were read with them.
  const changedSince = (read: TopicRevisions) => (seconds: number) => waits.changed(read, seconds)

  const shown = Effect.fnUntraced(function*(feed: Feed, { types }: ReadableLogs, read: ReadChange, { kinds, view }: ChangeQuery) {
    const change = types.has(read.record.type) ? presentChange(read.record, read.log.reader) : null
    if (change === null || (kinds !== undefined && !kinds.includes(change.kind))) return null
    if (view === undefined || change.type !== "event") return change
    return { ...change, event: change.removed ? null : yield* eventOf(feed, change, view) } satisfies Change
  })

  const readOnce = Effect.fnUntraced(function*(feed: Feed, query: ChangeQuery, after: string | undefined, size: number) {
    const cursors = yield* cursorsOf
    const readable = yield* feed.readable
    const read: ReadChanges = yield* Effect.provide(transaction.snapshot(readChanges(cursors, readable, after, size)), ports)
    const pace = yield* makePacer
    const items: Array<ChangeItem> = []
    for (const one of read.changes) {
      const change = yield* shown(feed, readable, one, query)
      if (change !== null) items.push({ change, cursor: Effect.suspend(() => sealPlaces(cursors, readable, one.after())) })
      yield* pace
    }
    const page: ChangePage = {
      items,
      next: yield* sealPlaces(cursors, readable, read.next),
      upToDate: read.upToDate,
      changed: changedSince(read.read)
    }
    return page
  })

  const sizeOf = Effect.fnUntraced(function*({ size }: ChangeQuery) {
    const { changesPage_default, changesPage_max } = yield* CurrentLimits
    if (size === undefined || (size >= 1 && size <= changesPage_max)) return size ?? changesPage_default
    const message = `size takes a whole number from 1 to ${changesPage_max}`
    return yield* new Invalid({ subject: "parameters", issues: [issue("parameter.invalid", "size", { origin: size, message })] })
  })

  /** A page; an empty one is read again after each change until its time is over. */
  const pageOf = Effect.fnUntraced(function*(feed: Feed, query: ChangeQuery) {
    const size = yield* sizeOf(query)
    const until = (yield* Clock.currentTimeMillis) + (query.wait_seconds ?? 0) * 1_000
    let last = yield* readOnce(feed, query, query.after, size)
    while (last.items.length === 0) {
      if (last.upToDate) {
        const left_seconds = Math.ceil((until - (yield* Clock.currentTimeMillis)) / 1_000)
        if (left_seconds <= 0 || (yield* whileWaiting(last.changed(left_seconds))) !== "changed") break
      }
      last = yield* readOnce(feed, query, last.next, size)
    }
    return last
  })

  const feedOf = ({ agenda: { uid }, caller }: Authorization<"events:read">): Feed => {
    const authorize = access.authorize(caller, { _tag: "Uid", uid }, "events:read")
    return { authorize: () => authorize, readable: Effect.flatMap(authorize, logOfAgenda) }
  }

  const feedAcross = (caller: Caller): Feed => ({
    authorize: (uid) => access.authorize(caller, { _tag: "Uid", uid }, "events:read"),
    readable: Effect.zipRight(
      access.checkOperation(caller, "events:read"),
      Effect.flatMap(directory, (agendas) => Effect.provide(logsAcross(access, caller, agendas), ports))
    )
  })

  const follow = (feed: Feed, query: ChangeQuery): Stream.Stream<FollowedChange, ReadFailure> => {
    const { wait_seconds = followed_seconds } = query
    const pages = Stream.paginateEffect(query.after, (after) =>
      Effect.map(pageOf(feed, { ...query, after, wait_seconds }), (page) => {
        const isEnd = wait_seconds === 0 && page.upToDate
        return [page.items, isEnd ? Option.none<string>() : Option.some(page.next)]
      }))
    const changes = Stream.mapConcat(pages, (items) => items).pipe(
      Stream.mapEffect(({ change, cursor }) => Effect.map(cursor, (reached) => ({ ...change, cursor: reached })))
    )
    return Stream.unwrap(Effect.map(Stopping, (stopping) => Stream.interruptWhen(changes, stopping)))
  }

  return Changes.of({
    page: (authorization, query) => pageOf(feedOf(authorization), query).pipe(Effect.withSpan("Changes.page")),
    pageAcross: (caller, query) => pageOf(feedAcross(caller), query).pipe(Effect.withSpan("Changes.pageAcross")),
    stream: (authorization, query) => follow(feedOf(authorization), query),
    streamAcross: (caller, query) => follow(feedAcross(caller), query),

    cursorAfter: Effect.fnUntraced(function*(authorization, { ordinal, position }) {
      const cursors = yield* cursorsOf
      const named = new Map([[authorization.agenda.uid, { position, ordinal }]])
      return yield* sealPlaces(cursors, yield* logOfAgenda(authorization), { named, watermark: null })
    }),

    prune: Effect.gen(function*() {
      const { changes_days } = yield* CurrentLimits
      const before = (yield* Clock.currentTimeMillis) - Duration.toMillis(Duration.days(changes_days))
      let pruned = 0
      let oldest = yield* log.oldest(0)
      while (oldest !== null) {
        if (oldest.at < before) pruned += yield* pruneLog(oldest.agendaUid, before)
        oldest = yield* log.oldest(oldest.agendaUid)
      }
      return pruned
    }).pipe(Effect.provide(ports))
  })
})
