import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { AgendaStore } from "../../ports/AgendaStore.js"
import type { EventStore } from "../../ports/event/EventStore.js"
import type { NetworkStore } from "../../ports/NetworkStore.js"
import { RevisionStore } from "../../ports/RevisionStore.js"
import type { RichText } from "../../ports/RichText.js"
import { Transaction } from "../../ports/Transaction.js"
import { index_rules } from "../../search/indexRules.js"
import { scanAll } from "../transaction/scanAll.js"
import { indexEvents } from "./indexEvents.js"

/** Revision topic of the whole index: bumped when all records are indexed by the rules of this version. */
export const wholeTopic = `index:${index_rules}`

/** As `wholeTopic`, for one agenda. */
export const agendaTopic = (agendaUid: number): string => `${wholeTopic}:${agendaUid}`

/** Bumped whenever a change of some agenda's fields makes its index stale. */
const anyStaleTopic = "index-stale"

/** As `anyStaleTopic`, for one agenda. */
const staleTopic = (agendaUid: number): string => `${anyStaleTopic}:${agendaUid}`

/** The revision of `anyStaleTopic` up to which all stale indexes are rebuilt. */
const allReindexedTopic = "index-rebuilt"

/** The topics of `isIndexCurrent`. */
export const indexTopics = [wholeTopic, anyStaleTopic, allReindexedTopic] as const

/** Whether all events are indexed by the fields of their agendas and by the rules of this version. */
export const isIndexCurrent = (revisionOf: (topic: string) => number): boolean =>
  revisionOf(wholeTopic) > 0 && revisionOf(allReindexedTopic) >= revisionOf(anyStaleTopic)

/** The revision of an agenda's `staleTopic` up to which its events are indexed again. */
const reindexedTopic = (agendaUid: number): string => `${allReindexedTopic}:${agendaUid}`

/**
 * Marks the indexes of these agendas as stale, inside the transaction that changes their fields. The next
 * `reindexStale` rebuilds them, even after a crash.
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

/** Stores up to which revision stale indexes are rebuilt. */
const markReindexed = (topic: string, revision: number): Effect.Effect<void, StoreError, RevisionStore | Transaction> =>
  Effect.flatMap(Effect.all([RevisionStore, Transaction]), ([revisions, { run }]) => run(revisions.raise(topic, revision)))

/**
 * Agendas with a stale index, each with the revision of its mark, and the revision of all marks; null when there is
 * none. That case costs two row reads.
 */
export const findStale = Effect.gen(function*() {
  const revisions = yield* RevisionStore
  const [revision = 0, reindexed = 0] = yield* revisions.read([anyStaleTopic, allReindexedTopic])
  if (reindexed >= revision) return null
  const agendas = yield* AgendaStore
  const all = yield* scanAll((after: number, limit) => agendas.scan(after, limit), ({ uid }) => uid, 0)
  const marked = yield* revisions.read(all.flatMap(({ uid }) => [staleTopic(uid), reindexedTopic(uid)]))
  const found = all.map(({ uid }, index) => ({ uid, revision: marked[2 * index] ?? 0, reindexed: marked[2 * index + 1] ?? 0 }))
  return { revision, agendas: found.filter((agenda) => agenda.reindexed < agenda.revision) }
})

/**
 * Rebuilds all stale indexes. Run it after the field change has committed: a writer that used the old fields has then
 * released the agenda's lock before this takes it.
 */
export const reindexStale = (
  count: (records: number) => Effect.Effect<void> = () => Effect.void
): Effect.Effect<void, StoreError, AgendaStore | EventStore | NetworkStore | RevisionStore | RichText | Transaction> =>
  Effect.gen(function*() {
    const stale = yield* findStale
    if (stale === null) return
    const reindexed = yield* Effect.forEach(
      stale.agendas,
      ({ revision, uid }) =>
        Effect.tap(indexEvents(uid, count), (isIndexed) => isIndexed ? markReindexed(reindexedTopic(uid), revision) : Effect.void)
    )
    if (reindexed.every(Boolean)) {
      yield* markReindexed(allReindexedTopic, stale.revision)
    }
  })
