import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import { ChangeStore, type LastChange } from "../../ports/change/ChangeStore.js"
import { type ChangePlace, isBefore, logStart } from "../../record/ChangeRecord.js"
import type { TombstoneAudience } from "../../record/EventRecord.js"
import type { changeCursors, Watermark } from "./ChangeCursor.js"
import type { ReadableLog } from "./readableLogs.js"

/** Where the reading of each log goes on, by agenda. */
export type Places = ReadonlyMap<number, ChangePlace>

/** The places of logs as a cursor has them. */
export interface CursorPlaces {
  readonly named: Places
  readonly watermark: Watermark | null
}

/** Logs that a cursor names one by one. With more logs it has a watermark. */
const named_logs_max = 1_000

/** Maximum number of logs that a cursor names beside its watermark, of those that a pass has read. */
const exceptions_max = 500

/** Maximum number of logs that a cursor inside of a page names. It then takes half a request line. */
const touched_logs_max = 1_500

/** How late a change may be committed after its `at`, in milliseconds. A later commit expires cursors. */
const overlap_ms = 60_000

/** Whether a cursor of these logs has a watermark. */
export const isCompact = (logs: ReadonlyArray<ReadableLog>): boolean => logs.length > named_logs_max

/** How many changes a page may have, so that a cursor inside of it can name their agendas. */
export const pageLimit = (logs: ReadonlyArray<ReadableLog>, named: Places, size: number): number =>
  isCompact(logs) ? Math.min(size, Math.max(1, touched_logs_max - named.size)) : size

/** The logs of the same readers together. */
export const byAudience = (logs: ReadonlyArray<ReadableLog>): ReadonlyMap<TombstoneAudience, ReadonlyArray<ReadableLog>> => {
  const groups = new Map<TombstoneAudience, Array<ReadableLog>>()
  for (const log of logs) {
    const group = groups.get(log.audience) ?? []
    groups.set(log.audience, group)
    group.push(log)
  }
  return groups
}

/** The last changes of these logs, from before an instant. */
export const lastOf = (
  logs: ReadonlyArray<ReadableLog>,
  before?: number
): Effect.Effect<ReadonlyArray<LastChange>, StoreError, ChangeStore> =>
  Effect.flatMap(ChangeStore, (store) =>
    Effect.map(
      Effect.forEach(byAudience(logs), ([audience, group]) => store.lastOf(group.map(({ agendaUid }) => agendaUid), audience, before)),
      (found) => found.flat()
    ))

/** The places of logs after their last changes from before an instant, or at their floors. */
const placesBefore = (logs: ReadonlyArray<ReadableLog>, before: number, floors: Places) =>
  Effect.map(before === 0 ? Effect.succeed([]) : lastOf(logs, before), (found) => {
    const places = new Map(logs.map(({ agendaUid }) => [agendaUid, floors.get(agendaUid) ?? logStart]))
    for (const { agendaUid, ordinal, position } of found) {
      if (isBefore(places.get(agendaUid) ?? logStart, { ordinal, position })) places.set(agendaUid, { position, ordinal })
    }
    return places
  })

/** The places that a watermark stands for, now. */
export const placesUnder = (
  logs: ReadonlyArray<ReadableLog>,
  { from, since, until }: Omit<Watermark, "digest">,
  floors: Places
): Effect.Effect<Places, StoreError, ChangeStore> =>
  Effect.gen(function*() {
    const passed = yield* placesBefore(logs.filter(({ agendaUid }) => agendaUid < from), until, floors)
    const others = yield* placesBefore(logs.filter(({ agendaUid }) => agendaUid >= from), since, floors)
    return new Map([...passed, ...others])
  })

type Cursors = ReturnType<typeof changeCursors>

/** The digest of the places of a watermark. New logs, which begin at their start, do not change it. */
export const digestOf = (cursors: Cursors, logs: ReadonlyArray<ReadableLog>, places: Places): Effect.Effect<string> =>
  cursors.digestOfPlaces(logs.flatMap(({ agendaUid }) => {
    const place = places.get(agendaUid) ?? logStart
    return place.position === 0 ? [] : [{ agendaUid, ...place }]
  }))

/** A watermark before every change. */
export const fromFloors = (cursors: Cursors, logs: ReadonlyArray<ReadableLog>, floors: Places): Effect.Effect<Watermark> =>
  Effect.map(digestOf(cursors, logs, floors), (digest) => ({ since: 0, from: 0, until: 0, digest }))

/**
 * An instant that at most `exceptions_max` of these changes are later than. It is before `now`: otherwise, each change
 * after the clock was set back would expire the cursor.
 */
const watermarkOf = (changes: ReadonlyArray<LastChange>, since: number, now: number): number => {
  const instants = changes.map(({ at }) => at).toSorted((left, right) => right - left)
  const beyond = instants[exceptions_max]
  return Math.max(since, Math.min(now, instants[0] ?? 0) - overlap_ms, beyond === undefined ? 0 : beyond + 1)
}

/** What a page of many logs has read. */
export interface PageRead {
  readonly logs: ReadonlyArray<ReadableLog>
  readonly floors: Places
  /** Where it began. */
  readonly start: CursorPlaces
  /** The places that the watermark of `start` stands for. */
  readonly under: Places
  /** The places of the logs that it names, and of those that it has changes of. */
  readonly reached: Places
  /** The agenda of its last change, whose log may go on; null when every log was read to its end. */
  readonly stoppedIn: number | null
}

/**
 * The places after a page, which name few logs. A pass reads each log to its end, in order of uid. Between passes, one
 * watermark stands for all logs. Beyond the bounds, the last changes of some logs come twice.
 */
export const compactPlaces = (
  cursors: Cursors,
  { floors, logs, reached, start, stoppedIn, under }: PageRead
): Effect.Effect<CursorPlaces, StoreError, ChangeStore> =>
  Effect.gen(function*() {
    const candidates = logs.filter(({ agendaUid }) => reached.has(agendaUid))
    const before = start.watermark ?? { since: 0, from: 0, until: 0 }
    const isInPass = before.from > 0
    // The instant of a pass that begins is for all logs: one of its first logs may have changed long before the others.
    const newest = isInPass ? [] : yield* lastOf(stoppedIn === null ? candidates : logs)
    const until = isInPass ? before.until : watermarkOf(newest, before.since, yield* Clock.currentTimeMillis)
    const next = stoppedIn === null
      ? { since: until, from: 0, until }
      : { since: before.since, from: stoppedIn, until }
    const places = new Map([...under, ...yield* placesUnder(candidates, next, floors)])
    const named = Array.from(reached).filter(([agendaUid, { ordinal, position }]) => {
      const place = places.get(agendaUid) ?? logStart
      return place.position !== position || place.ordinal !== ordinal
    }).toSorted(([left], [right]) => left - right)
    const isPassed = ([agendaUid]: readonly [number, ChangePlace]) => stoppedIn === null || agendaUid < stoppedIn
    const kept = [...named.filter(isPassed).slice(0, exceptions_max), ...named.filter((one) => !isPassed(one))]
    return { named: new Map(kept), watermark: { ...next, digest: yield* digestOf(cursors, logs, places) } }
  })
