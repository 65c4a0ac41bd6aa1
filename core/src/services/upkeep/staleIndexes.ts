import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import type { EventStore } from "../../ports/EventStore.js"
import type { NetworkStore } from "../../ports/NetworkStore.js"
import { RevisionStore } from "../../ports/RevisionStore.js"
import { Transaction } from "../../ports/Transaction.js"
import { scanAll } from "../scanAll.js"
import { indexEvents } from "./indexEvents.js"
import { allMendedTopic, anyStaleTopic, mendedTopic, staleTopic } from "./indexTopics.js"

/**
 * Says that the fields of these agendas change so that their events have to be indexed again, in the transaction that changes them: whoever
 * calls `mendStale` next does it, be the process ended before.
 */
export const markStale = (agendaUids: ReadonlyArray<number>): Effect.Effect<void, StoreError, RevisionStore> =>
  agendaUids.length === 0
    ? Effect.void
    : Effect.flatMap(RevisionStore, (revisions) => revisions.bump([anyStaleTopic, ...agendaUids.map(staleTopic)].sort()))

/** Marks a topic as done. */
export const markDone = (topic: string): Effect.Effect<void, StoreError, RevisionStore | Transaction> =>
  Effect.flatMap(Effect.all([RevisionStore, Transaction]), ([revisions, { run }]) => run(revisions.bump([topic])))

/** Whether a topic was marked as done. */
export const isDone = (topic: string): Effect.Effect<boolean, StoreError, RevisionStore> =>
  Effect.flatMap(RevisionStore, (revisions) => Effect.map(revisions.read([topic]), ([revision = 0]) => revision > 0))

/** The agendas to index again, with the topics to mark when that is done. Asks for two rows when there is none. */
export const findStale = Effect.gen(function*() {
  const revisions = yield* RevisionStore
  const [revision = 0] = yield* revisions.read([anyStaleTopic])
  if (revision === 0 || (yield* isDone(allMendedTopic(revision)))) return null
  const agendas = yield* AgendaStore
  const all = yield* scanAll((after: number, limit) => agendas.scan(after, limit), ({ uid }) => uid, 0)
  const moved = yield* revisions.read(all.map(({ uid }) => staleTopic(uid)))
  const marked = all.flatMap(({ uid }, index) => {
    const at = moved[index] ?? 0
    return at === 0 ? [] : [{ uid, topic: mendedTopic(uid, at) }]
  })
  const mended = yield* revisions.read(marked.map(({ topic }) => topic))
  return { topic: allMendedTopic(revision), agendas: marked.filter((_, index) => mended[index] === 0) }
})

/**
 * Indexes the events of all agendas again whose fields changed so that they have to be. Run after the change has committed: who wrote an event
 * by the fields of before has let go of the agenda's lock by the time that this has it.
 */
export const mendStale = (
  count: (records: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<void, StoreError, AgendaStore | EventStore | NetworkStore | RevisionStore | Transaction> =>
  Effect.gen(function*() {
    const stale = yield* findStale
    if (stale === null) return
    const mended = yield* Effect.forEach(stale.agendas, ({ topic, uid }) =>
      Effect.tap(indexEvents(uid, count), (isIndexed) => isIndexed ? markDone(topic) : Effect.void))
    if (mended.every(Boolean)) {
      yield* markDone(stale.topic)
    }
  })
