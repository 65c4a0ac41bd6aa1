import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { CursorExpired, Invalid, type StoreError } from "../../domain/error/EngineError.js"
import { issue } from "../../domain/error/Issue.js"
import { ChangeStore } from "../../ports/change/ChangeStore.js"
import { RevisionStore, type TopicRevisions } from "../../ports/RevisionStore.js"
import { fromNow } from "../../query/change/ChangeQuery.js"
import { type ChangePlace, type ChangeRecord, isBefore, logStart } from "../../record/ChangeRecord.js"
import { agendaTopic } from "../revision/topics.js"
import type { changeCursors } from "./ChangeCursor.js"
import {
  byAudience,
  compactPlaces,
  type CursorPlaces,
  digestOf,
  fromFloors,
  isCompact,
  lastOf,
  pageLimit,
  type Places,
  placesUnder
} from "./compactPlaces.js"
import type { ReadableLog, ReadableLogs } from "./readableLogs.js"

/** A change with where reading goes on after it. */
export interface ReadChange {
  readonly record: ChangeRecord
  readonly log: ReadableLog
  /** Is computed when it is asked for: across agendas it is large. */
  readonly after: () => CursorPlaces
}

/** What one read of logs found. */
export interface ReadChanges {
  readonly changes: ReadonlyArray<ReadChange>
  /** Where the next read goes on. */
  readonly next: CursorPlaces
  readonly upToDate: boolean
  /** Revisions of the topics of the logs and of what decided which they are, in the state that was read. */
  readonly read: TopicRevisions
}

type Cursors = ReturnType<typeof changeCursors>

/** Seals places as a cursor of these logs. */
export const sealPlaces = (cursors: Cursors, { rights, scope }: ReadableLogs, { named, watermark }: CursorPlaces): Effect.Effect<string> =>
  Effect.flatMap(cursors.digestOf(rights), (digest) =>
    cursors.seal({
      scope,
      rights: digest,
      places: Array.from(named, ([agendaUid, place]) => ({ agendaUid, ...place })).toSorted((left, right) =>
        left.agendaUid - right.agendaUid
      ),
      watermark
    }))

const malformed = (after: string) =>
  new Invalid({
    subject: "parameters",
    issues: [issue("cursor.invalid", "after", { origin: after, message: "after is no cursor of these changes" })]
  })

/** Where a page begins. */
interface Start extends CursorPlaces {
  /** The places that the watermark stands for. */
  readonly under: Places
}

/** Where a page of these logs begins after a cursor; "expired" where changes after it may be missing. */
const startOf = Effect.fnUntraced(function*(
  cursors: Cursors,
  { logs, rights, scope }: ReadableLogs,
  opened: Exclude<Effect.Effect.Success<ReturnType<Cursors["open"]>>, string>,
  floors: Places,
  heads: ReadonlyMap<number, number>
) {
  if (opened.scope !== scope) return "foreign"
  if (opened.rights !== (yield* cursors.digestOf(rights))) return "expired"
  const { watermark } = opened
  const named: Places = new Map(opened.places.map(({ agendaUid, ordinal, position }) => [agendaUid, { position, ordinal }]))
  const known = new Set(logs.map(({ agendaUid }) => agendaUid))
  if (Array.from(named.keys()).some((agendaUid) => !known.has(agendaUid))) return "expired"
  const under: Places = watermark === null ? new Map() : yield* placesUnder(logs, watermark, floors)
  if (watermark !== null && (yield* digestOf(cursors, logs, under)) !== watermark.digest) return "expired"
  for (const { agendaUid } of logs) {
    const place = named.get(agendaUid) ?? under.get(agendaUid) ?? logStart
    const isBelow = isBefore(place, floors.get(agendaUid) ?? logStart)
    if (isBelow || place.position > (heads.get(agendaUid) ?? 0)) return "expired"
  }
  return { named, under, watermark } satisfies Start
})

/** Reads the logs on from these places, in order of agenda. At most `limit` changes. */
const readLogs = Effect.fnUntraced(function*(
  logs: ReadonlyArray<ReadableLog>,
  placeOf: (agendaUid: number) => ChangePlace,
  limit: number
) {
  const store = yield* ChangeStore
  const found = yield* Effect.forEach(
    byAudience(logs),
    ([audience, group]) => store.readMany(group.map(({ agendaUid }) => ({ agendaUid, ...placeOf(agendaUid) })), limit, audience)
  )
  return found.flat().toSorted((left, right) => left.agendaUid - right.agendaUid).slice(0, limit)
})

/** Only the last change of each subject, in order. */
const folded = (changes: ReadonlyArray<ReadChange>): ReadonlyArray<ReadChange> => {
  const last = new Map(changes.map((change) => [`${change.record.agendaUid} ${change.record.type} ${change.record.uid}`, change]))
  const kept = new Set(last.values())
  return changes.filter((change) => kept.has(change))
}

/**
 * Reads the changes of these logs after a cursor, in a snapshot. `Invalid`: no cursor of these logs. `CursorExpired`:
 * it cannot be followed any more.
 */
export const readChanges = (
  cursors: Cursors,
  readable: ReadableLogs,
  after: string | undefined,
  size: number
): Effect.Effect<ReadChanges, CursorExpired | Invalid | StoreError, ChangeStore | RevisionStore> =>
  Effect.gen(function*() {
    const store = yield* ChangeStore
    const revisions = yield* RevisionStore
    const { full, logs } = readable
    const opened = after === undefined || after === fromNow ? null : yield* cursors.open(after)
    if (after !== undefined && opened === "malformed") return yield* malformed(after)
    const uids = logs.map(({ agendaUid }) => agendaUid)
    const topics = uids.map(agendaTopic)
    const positions = yield* revisions.read(topics)
    const { decided } = readable
    const read = { topics: [...topics, ...decided.topics], revisions: [...positions, ...decided.revisions] }
    const heads = new Map(Arr.zip(uids, positions))
    const cut = new Map((yield* store.floorsOf(uids)).map((floors) => [floors.agendaUid, floors]))
    const floors: Places = new Map(logs.map(({ agendaUid, audience }) => {
      const { ordinal, position } = cut.get(agendaUid)?.[audience === "public" ? "public" : "privileged"] ?? logStart
      return [agendaUid, { position, ordinal }]
    }))
    const isMany = isCompact(logs)
    const oldest: Start = isMany
      ? { named: new Map(), under: floors, watermark: yield* fromFloors(cursors, logs, floors) }
      : { named: floors, under: new Map(), watermark: null }
    /** Where a page after this start stopped. */
    const placesAfter = (start: Start, reached: Places, stoppedIn: number | null) =>
      isMany || start.watermark !== null
        ? compactPlaces(cursors, { logs, floors, start, under: start.under, reached, stoppedIn })
        : Effect.succeed({ named: reached, watermark: null })
    const end = Effect.flatMap(lastOf(logs), (found) => {
      const places = new Map(floors)
      for (const { agendaUid, ordinal, position } of found) places.set(agendaUid, { position, ordinal })
      return placesAfter(oldest, places, null)
    })
    if (after === fromNow) return { changes: [], next: yield* end, upToDate: true, read }
    const start = opened === null || opened === "malformed"
      ? oldest
      : opened === "other log"
      ? "expired"
      : yield* startOf(cursors, readable, opened, floors, heads)
    if (start === "foreign") return yield* malformed(after ?? "")
    if (start === "expired") return yield* new CursorExpired({ full, next: yield* sealPlaces(cursors, readable, yield* end) })
    const { named, under, watermark } = start
    const from = watermark?.from ?? 0
    const limit = pageLimit(logs, named, size)
    const unread = from === 0 ? logs : logs.filter(({ agendaUid }) => agendaUid >= from)
    const found = yield* readLogs(unread, (uid) => named.get(uid) ?? under.get(uid) ?? logStart, limit + 1)
    const byAgenda = new Map(logs.map((log) => [log.agendaUid, log]))
    const page = found.slice(0, limit)
    const reachedAfter = (count: number): Places => {
      const places = new Map(named)
      for (const { agendaUid, ordinal, position } of page.slice(0, count)) places.set(agendaUid, { position, ordinal })
      return places
    }
    const changes = page.flatMap((record, index): ReadonlyArray<ReadChange> => {
      const log = byAgenda.get(record.agendaUid)
      return log === undefined ? [] : [{ record, log, after: () => ({ named: reachedAfter(index + 1), watermark }) }]
    })
    const isEnd = found.length <= limit
    const next = yield* placesAfter(start, reachedAfter(page.length), isEnd ? null : page.at(-1)?.agendaUid ?? null)
    return { changes: folded(changes), next, upToDate: isEnd && from === 0, read }
  })
