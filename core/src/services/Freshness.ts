import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Caller, Operation } from "../domain/Credential.js"
import type { Forbidden, NotFound, StoreError, Unauthorized } from "../domain/EngineError.js"
import { spanned } from "../domain/spanned.js"
import { EventStore } from "../ports/EventStore.js"
import { RevisionStore } from "../ports/RevisionStore.js"
import type { Stretch } from "../query/Stillness.js"
import type { AgendaRecord, AgendaRef } from "../record/AgendaRecord.js"
import type { Audience, EventRef } from "../record/EventRecord.js"
import { Access, type Standing } from "./Access.js"
import { stillnessOf } from "./revision/stillnessOf.js"
import { keyTopic, topicsOfAgenda, topicsOfEvent } from "./revision/topics.js"

/** When first pages of an agenda's events are made as of. */
export interface Opening {
  /** Epoch milliseconds. */
  readonly asOf: number
  /** How long they are. */
  readonly stretch: Stretch
}

/** Where an agenda stands for one who reads it. */
export interface Mark {
  readonly caller: Caller
  /** What the caller is to the agenda, as it was read after the revisions. */
  readonly standing: Standing
  /** What the answer to this caller may depend on. */
  readonly topics: ReadonlyArray<string>
  /** How often each topic had changed, in any process. */
  readonly revisions: ReadonlyArray<number>
  /**
   * The stretch around now, epoch milliseconds, in which such an answer does not change by time alone, nor the caller's credential ends.
   * Readers may not be shown it: events of every state end it.
   */
  readonly still: Effect.Effect<Stretch, StoreError>
  /** What first pages are made as of now, for this reader. */
  readonly opening: Effect.Effect<Opening, StoreError>
}

/**
 * Says whether what is read of an agenda can have changed, without reading it. A mark has to be taken before the answer it is to stand for: a
 * change in between then makes the answer newer than its mark, which is asked for once more, and never older.
 */
export class Freshness extends Context.Tag("@agenda-engine/core/services/Freshness")<Freshness, {
  /**
   * Marks an agenda for a caller who may read it; it fails as the reads that need this operation do. With an event, for an answer that shows
   * this one and no other of the agenda.
   */
  readonly mark: (
    caller: Caller,
    agenda: AgendaRef,
    operation: Operation,
    event?: EventRef
  ) => Effect.Effect<Mark, Unauthorized | Forbidden | NotFound | StoreError>
  /**
   * Of each mark, in their order, whether nothing of what it is about has changed since: neither what is stored nor what the caller may read.
   * The store is asked once for all of them.
   */
  readonly hold: (marks: ReadonlyArray<Pick<Mark, "topics" | "revisions">>) => Effect.Effect<ReadonlyArray<boolean>, StoreError>
}>() {
  /** Freshness by the revisions of the stores. */
  static readonly layer: Layer.Layer<Freshness, never, Access | EventStore | RevisionStore> = Layer.effect(
    Freshness,
    Effect.suspend(() => make)
  )
}

const topicsOf = (caller: Caller): ReadonlyArray<string> => caller._tag === "Key" ? [keyTopic(caller.keyId)] : []

/** Which event it is that has a slug or an external identifier may change with any of its agenda. */
const topicsOfAnswer = (agenda: AgendaRecord, event: EventRef | undefined): ReadonlyArray<string> =>
  event?._tag === "Uid" ? topicsOfEvent(agenda, event.uid) : topicsOfAgenda(agenda)

/** A stretch no longer than the caller's credential lives. */
const withinLife = (caller: Caller, { from, until }: Stretch): Stretch => ({
  from,
  until: caller._tag === "Key" && caller.expiresAt !== undefined ? Math.min(until, caller.expiresAt) : until
})

const make = Effect.gen(function*() {
  const access = yield* Access
  const revisions = yield* RevisionStore
  const events = yield* EventStore

  /** A mark, unless what an answer depends on was replaced while it was taken. */
  const take = Effect.fnUntraced(function*(caller: Caller, ref: AgendaRef, operation: Operation, event?: EventRef) {
    const { agenda } = yield* access.enter(caller, ref, operation)
    const topics = topicsOfAnswer(agenda, event)
    const all = [...topicsOf(caller), ...topics]
    const read = yield* revisions.read(all)
    const standing = yield* access.enter(caller, ref, operation)
    const scope = { _tag: "Agenda", agendaUid: agenda.uid } as const
    const stillFor = (audience: Audience, now: number) => Effect.provideService(stillnessOf({ scope, audience }, now), EventStore, events)
    const still = (now: number) => Effect.map(stillFor("privileged", now), (stretch) => withinLife(caller, stretch))
    return topicsOfAnswer(standing.agenda, event).join() !== topics.join() ? null : {
      caller,
      standing,
      topics: all,
      revisions: read,
      still: Effect.flatMap(Clock.currentTimeMillis, still),
      opening: Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.all({
          asOf: Effect.map(stillFor(standing.moderates ? "privileged" : "public", now), ({ from }) => from),
          stretch: still(now)
        }))
    } satisfies Mark
  })

  return Freshness.of({
    mark: Effect.fnUntraced(function*(caller, agenda, operation, event) {
      let mark: Mark | null = null
      while (mark === null) mark = yield* take(caller, agenda, operation, event)
      return mark
    }, spanned("Freshness.mark")),

    hold: (marks) => {
      const topics = [...new Set(marks.flatMap(({ topics }) => topics))]
      return Effect.map(revisions.read(topics), (read) => {
        const now = new Map(topics.map((topic, place) => [topic, read[place]]))
        return marks.map(({ revisions, topics }) => topics.every((topic, place) => now.get(topic) === revisions[place]))
      })
    }
  })
})
