import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { CursorExpired, Invalid, type StoreError } from "../../domain/error/EngineError.js"
import { issue } from "../../domain/error/Issue.js"
import { ChangeStore } from "../../ports/change/ChangeStore.js"
import { RevisionStore, type TopicRevisions } from "../../ports/RevisionStore.js"
import { fromNow } from "../../query/change/ChangeQuery.js"
import { type ChangePlace, type ChangeRecord, isBefore, logStart } from "../../record/ChangeRecord.js"
import type { TombstoneAudience } from "../../record/EventRecord.js"
import { agendaTopic } from "../revision/topics.js"
import type { changeCursors } from "./ChangeCursor.js"
import type { ReadableLog, ReadableLogs } from "./readableLogs.js"

/** Where the reading of each log goes on, by agenda. */
type Places = ReadonlyMap<number, ChangePlace>

/** A change with where reading goes on after it. */
export interface ReadChange {
  readonly record: ChangeRecord
  readonly log: ReadableLog
  /** Is computed when it is asked for: across agendas it is large. */
  readonly after: () => Places
}

/** What one read of logs found. */
export interface ReadChanges {
  readonly changes: ReadonlyArray<ReadChange>
  /** Where the next read goes on. */
  readonly next: Places
  readonly upToDate: boolean
  /** Revisions of the topics of the logs and of what decided which they are, in the state that was read. */
  readonly read: TopicRevisions
}

type Cursors = ReturnType<typeof changeCursors>

/** Seals places as a cursor of these logs. */
export const sealPlaces = (cursors: Cursors, { rights, scope }: ReadableLogs, places: Places): Effect.Effect<string> =>
  cursors.seal({ scope, rights, places: Array.from(places, ([agendaUid, place]) => ({ agendaUid, ...place })) })

const malformed = (after: string) =>
  new Invalid({
    subject: "parameters",
    issues: [issue("cursor.invalid", "after", { origin: after, message: "after is no cursor of these changes" })]
  })

/** The places that a cursor names; "expired" where changes after it may be missing. */
const placesOf = (
  { logs, rights, scope }: ReadableLogs,
  opened: Exclude<Effect.Effect.Success<ReturnType<Cursors["open"]>>, string>,
  floors: Places,
  heads: ReadonlyMap<number, number>
): Places | "expired" | "foreign" => {
  if (opened.scope !== scope) return "foreign"
  if (opened.rights !== rights) return "expired"
  const named = new Map(opened.places.map(({ agendaUid, ordinal, position }) => [agendaUid, { position, ordinal }]))
  const known = new Set(logs.map(({ agendaUid }) => agendaUid))
  if (Array.from(named.keys()).some((agendaUid) => !known.has(agendaUid))) return "expired"
  const places = new Map<number, ChangePlace>()
  for (const { agendaUid } of logs) {
    const place = named.get(agendaUid) ?? logStart
    const isBelow = isBefore(place, floors.get(agendaUid) ?? logStart)
    if (isBelow || place.position > (heads.get(agendaUid) ?? 0)) return "expired"
    places.set(agendaUid, place)
  }
  return places
}

/** The logs of the same readers together. */
const byAudience = (logs: ReadonlyArray<ReadableLog>): ReadonlyMap<TombstoneAudience, ReadonlyArray<ReadableLog>> => {
  const groups = new Map<TombstoneAudience, Array<ReadableLog>>()
  for (const log of logs) {
    const group = groups.get(log.audience) ?? []
    groups.set(log.audience, group)
    group.push(log)
  }
  return groups
}

/** Reads the logs after these places. At most `limit` changes. */
const readLogs = Effect.fnUntraced(function*(logs: ReadonlyArray<ReadableLog>, places: Places, limit: number) {
  const store = yield* ChangeStore
  const found: Array<ChangeRecord> = []
  for (const [audience, group] of byAudience(logs)) {
    if (found.length >= limit) break
    const after = group.map(({ agendaUid }) => ({ agendaUid, ...places.get(agendaUid) ?? logStart }))
    found.push(...yield* store.readMany(after, limit - found.length, audience))
  }
  return found
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
    const floors = new Map(logs.map(({ agendaUid, audience }) => {
      const { ordinal, position } = cut.get(agendaUid)?.[audience === "public" ? "public" : "privileged"] ?? logStart
      return [agendaUid, { position, ordinal }]
    }))
    const ends = Effect.map(
      Effect.forEach(byAudience(logs), ([audience, group]) => store.lastOf(group.map(({ agendaUid }) => agendaUid), audience)),
      (found) => {
        const places = new Map(floors)
        for (const { agendaUid, ordinal, position } of found.flat()) places.set(agendaUid, { position, ordinal })
        return places
      }
    )
    const start = opened === null || opened === "malformed"
      ? after === fromNow ? yield* ends : floors
      : opened === "other log"
      ? "expired"
      : placesOf(readable, opened, floors, heads)
    if (start === "foreign") return yield* malformed(after ?? "")
    if (start === "expired") return yield* new CursorExpired({ full, next: yield* sealPlaces(cursors, readable, yield* ends) })
    const found = after === fromNow ? [] : yield* readLogs(logs, start, size + 1)
    const byAgenda = new Map(logs.map((log) => [log.agendaUid, log]))
    const page = found.slice(0, size)
    const reachedAfter = (count: number): Places => {
      const places = new Map(start)
      for (const { agendaUid, ordinal, position } of page.slice(0, count)) places.set(agendaUid, { position, ordinal })
      return places
    }
    const changes = page.flatMap((record, index): ReadonlyArray<ReadChange> => {
      const log = byAgenda.get(record.agendaUid)
      return log === undefined ? [] : [{ record, log, after: () => reachedAfter(index + 1) }]
    })
    return { changes: folded(changes), next: reachedAfter(page.length), upToDate: found.length <= size, read }
  })
