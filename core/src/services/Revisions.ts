import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Caller, Operation } from "../domain/access/Credential.js"
import type { Forbidden, NotFound, StoreError, Unauthorized } from "../domain/error/EngineError.js"
import { withSpanIfTraced } from "../domain/withSpanIfTraced.js"
import { EventStore } from "../ports/EventStore.js"
import { RevisionStore } from "../ports/RevisionStore.js"
import type { TimeWindow } from "../query/event/Transitions.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import type { Audience, EventRef } from "../record/EventRecord.js"
import { Access, type Authorization } from "./Access.js"
import { readValidityWindow } from "./revision/readValidityWindow.js"
import { keyTopic, topicsOfAgenda, topicsOfEvent } from "./revision/topics.js"

/** The instant that a first page is computed as of, and how long that page stays valid. */
export interface FirstPageWindow {
  /** Start of the reader's validity window around now, in epoch milliseconds. */
  readonly asOf: number
  /** Time window around now in which the page stays the same, in epoch milliseconds. */
  readonly validity: TimeWindow
}

/** The validator of a response about an agenda, for one caller: the revisions of its topics, and its time window. */
export interface RevisionSnapshot {
  readonly caller: Caller
  /** Authorization of the caller, loaded after the revisions. */
  readonly authorization: Authorization
  /** Topics that the response depends on. */
  readonly topics: ReadonlyArray<string>
  /** Revision of each topic, in the order of `topics`. 0 for a topic that was never bumped. */
  readonly revisions: ReadonlyArray<number>
  /**
   * Time window around now, in epoch milliseconds, in which the response does not change by time alone and the
   * credential does not expire. Do not show it to readers: transitions of unpublished events bound it too.
   */
  readonly validity: Effect.Effect<TimeWindow, StoreError>
  /** The as-of instant and validity of a first page that is computed now for this caller. */
  readonly firstPage: Effect.Effect<FirstPageWindow, StoreError>
}

/**
 * Validates cached responses by revision, without loading what they were built from. Take the snapshot before computing
 * the response: a change in between then makes the response newer than its snapshot, which costs one cache miss, and
 * never older.
 */
export class Revisions extends Context.Tag("@agenda-engine/core/services/Revisions")<Revisions, {
  /**
   * Takes a snapshot for a caller who may read the agenda. Fails as `Access.authorize` does for this operation. With
   * `event`, the snapshot covers a response that shows this event and no other event of the agenda.
   */
  readonly snapshot: (
    caller: Caller,
    agenda: AgendaRef,
    operation: Operation,
    event?: EventRef
  ) => Effect.Effect<RevisionSnapshot, Unauthorized | Forbidden | NotFound | StoreError>
  /**
   * Whether each snapshot is still valid: neither stored data nor the caller's rights have changed. The result is in
   * the order of the snapshots. One query of the store serves all of them.
   */
  readonly unchanged: (
    snapshots: ReadonlyArray<Pick<RevisionSnapshot, "topics" | "revisions">>
  ) => Effect.Effect<ReadonlyArray<boolean>, StoreError>
}>() {
  /** Revisions loaded from `RevisionStore`. */
  static readonly layer: Layer.Layer<Revisions, never, Access | EventStore | RevisionStore> = Layer.effect(
    Revisions,
    Effect.suspend(() => make)
  )
}

const topicsOfCaller = (caller: Caller): ReadonlyArray<string> => caller._tag === "Key" ? [keyTopic(caller.keyId)] : []

/** A slug or an external identifier may come to name another event when any event of the agenda changes. */
const topicsOfResponse = (agenda: AgendaRecord, event: EventRef | undefined): ReadonlyArray<string> =>
  event?._tag === "Uid" ? topicsOfEvent(agenda, event.uid) : topicsOfAgenda(agenda)

/** Clips a time window at the expiry of the caller's credential. */
const withinCredentialLife = (caller: Caller, { from, until }: TimeWindow): TimeWindow => ({
  from,
  until: caller._tag === "Key" && caller.expiresAt !== undefined ? Math.min(until, caller.expiresAt) : until
})

const make = Effect.gen(function*() {
  const access = yield* Access
  const revisions = yield* RevisionStore
  const events = yield* EventStore

  /** A snapshot, or null when the topics changed while it was taken. */
  const takeSnapshot = Effect.fnUntraced(function*(caller: Caller, ref: AgendaRef, operation: Operation, event?: EventRef) {
    const { agenda } = yield* access.authorize(caller, ref, operation)
    const topics = topicsOfResponse(agenda, event)
    const all = [...topicsOfCaller(caller), ...topics]
    const read = yield* revisions.read(all)
    const authorization = yield* access.authorize(caller, ref, operation)
    const scope = { _tag: "Agenda", agendaUid: agenda.uid } as const
    const windowFor = (audience: Audience, now: number) =>
      Effect.provideService(readValidityWindow({ scope, audience }, now), EventStore, events)
    const validityAt = (now: number) => Effect.map(windowFor("privileged", now), (window) => withinCredentialLife(caller, window))
    return topicsOfResponse(authorization.agenda, event).join() !== topics.join() ? null : {
      caller,
      authorization,
      topics: all,
      revisions: read,
      validity: Effect.flatMap(Clock.currentTimeMillis, validityAt),
      firstPage: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.all({
          asOf: Effect.map(windowFor(authorization.moderates ? "privileged" : "public", now), ({ from }) => from),
          validity: validityAt(now)
        }))
    } satisfies RevisionSnapshot
  })

  return Revisions.of({
    snapshot: Effect.fnUntraced(function*(caller, agenda, operation, event) {
      let snapshot: RevisionSnapshot | null = null
      while (snapshot === null) snapshot = yield* takeSnapshot(caller, agenda, operation, event)
      return snapshot
    }, withSpanIfTraced("Revisions.snapshot")),

    unchanged: (snapshots) => {
      const topics = [...new Set(snapshots.flatMap(({ topics }) => topics))]
      return Effect.map(revisions.read(topics), (read) => {
        const now = new Map(topics.map((topic, index) => [topic, read[index]]))
        return snapshots.map(({ revisions, topics }) => topics.every((topic, index) => now.get(topic) === revisions[index]))
      })
    }
  })
})
