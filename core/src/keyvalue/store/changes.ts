import * as Layer from "effect/Layer"
import { ChangeStore, type LastChange, type LogFloors, type ReadingPlace } from "../../ports/change/ChangeStore.js"
import { type ChangePlace, type ChangeRecord, isBefore, logStart } from "../../record/ChangeRecord.js"
import { contributorAudience, type TombstoneAudience } from "../../record/EventRecord.js"
import type { Key, Reading, Writing } from "../KeyValue.js"
import type { KeyValueDatabase } from "../KeyValueDatabase.js"
import * as Table from "../Table.js"
import { changeKey, changes, logFloors } from "../tables.js"

/** Number of changes that are loaded at a time, also where the first ones probably suffice. */
const page_changes = 200
const latest_changes = 10

const isSeenBy = (audience: TombstoneAudience) => ({ contributorUid, publicAfter, publicBefore }: ChangeRecord): boolean =>
  audience === "privileged" || publicBefore || publicAfter ||
  (contributorUid !== null && audience === contributorAudience(contributorUid))

/** The changes of an agenda after a place that match. */
function* changesAfter(reading: Reading, after: ReadingPlace, isWanted: (change: ChangeRecord) => boolean): Generator<ChangeRecord> {
  const { agendaUid } = after
  let place: ReadingPlace | null = after
  while (place !== null) {
    const key = [place.position, place.ordinal, changeKey(place)]
    const page: ReadonlyArray<ChangeRecord> = Table.listIn(reading, changes, ["log", agendaUid], key, page_changes)
    yield* page.filter(isWanted)
    place = page.length < page_changes ? null : page.at(-1) ?? null
  }
}

const readMany = (
  reading: Reading,
  after: ReadonlyArray<ReadingPlace>,
  limit: number,
  audience: TombstoneAudience
): ReadonlyArray<ChangeRecord> => {
  const found: Array<ChangeRecord> = []
  for (const place of after.toSorted((left, right) => left.agendaUid - right.agendaUid)) {
    for (const change of changesAfter(reading, place, isSeenBy(audience))) {
      if (found.length >= limit) return found
      found.push(change)
    }
  }
  return found
}

/** The last change of an agenda before an instant that an audience sees. Scans the log backwards. */
const lastIn = (reading: Reading, agendaUid: number, audience: TombstoneAudience, before: number): LastChange | null => {
  const isSeen = isSeenBy(audience)
  let after: Key = []
  for (;;) {
    const page = Table.listIn(reading, changes, ["latest", agendaUid], after, latest_changes)
    const seen = page.find((change) => change.at < before && isSeen(change))
    if (seen !== undefined) return { agendaUid, position: seen.position, ordinal: seen.ordinal, at: seen.at }
    const reached = page.at(-1)
    if (reached === undefined || page.length < latest_changes) return null
    after = [0 - reached.position, 0 - reached.ordinal, changeKey(reached)]
  }
}

const floorsOf = (reading: Reading, agendaUid: number): LogFloors =>
  Table.find(reading, logFloors, agendaUid) ?? { privileged: logStart, public: logStart }

const later = (place: ChangePlace, other: ChangePlace): ChangePlace => {
  const { ordinal, position } = isBefore(place, other) ? other : place
  return { position, ordinal }
}

const raise = (writing: Writing, agendaUid: number, to: LogFloors): void => {
  const before = floorsOf(writing, agendaUid)
  Table.put(writing, logFloors, {
    agendaUid,
    privileged: later(before.privileged, to.privileged),
    public: later(before.public, to.public)
  })
}

const prune = (writing: Writing, agendaUid: number, before: number, limit: number): number => {
  const first = readMany(writing, [{ agendaUid, ...logStart }], limit, "privileged")
  const kept = first.findIndex(({ at }) => at >= before)
  const pruned = kept === -1 ? first : first.slice(0, kept)
  for (const change of pruned) Table.remove(writing, changes, changeKey(change))
  if (pruned.length > 0) {
    raise(writing, agendaUid, {
      privileged: pruned.at(-1) ?? logStart,
      public: pruned.findLast(isSeenBy("public")) ?? logStart
    })
  }
  return pruned.length
}

/** The logs of changes. */
export const changeStore = ({ read, write }: KeyValueDatabase) =>
  Layer.succeed(ChangeStore, {
    append: (records) =>
      write("ChangeStore.append", (writing) => {
        for (const record of records) Table.put(writing, changes, record)
      }),
    read: (agendaUid, after, limit, audience = "privileged") =>
      read((reading) => readMany(reading, [{ ...after, agendaUid }], limit, audience)),
    readMany: (after, limit, audience) => read((reading) => readMany(reading, after, limit, audience)),
    lastOf: (agendaUids, audience, before = Number.MAX_SAFE_INTEGER) =>
      read((reading) =>
        agendaUids.flatMap((agendaUid) => {
          const last = lastIn(reading, agendaUid, audience, before)
          return last === null ? [] : [last]
        })
      ),
    floors: (agendaUid) =>
      read((reading) => {
        const { privileged, public: seen } = floorsOf(reading, agendaUid)
        return { privileged, public: seen }
      }),
    floorsOf: (agendaUids) => read((reading) => Table.findMany(reading, logFloors, agendaUids)),
    oldest: (afterAgendaUid) =>
      read((reading) => {
        const [first] = Table.listIn(reading, changes, ["log"], [afterAgendaUid, Number.MAX_SAFE_INTEGER], 1)
        return first === undefined ? null : { agendaUid: first.agendaUid, at: first.at }
      }),
    prune: (agendaUid, before, limit) => write("ChangeStore.prune", (writing) => prune(writing, agendaUid, before, limit)),
    cut: (agendaUid, position) =>
      write("ChangeStore.cut", (writing) => {
        const floor = { position, ordinal: 0 }
        raise(writing, agendaUid, { privileged: floor, public: floor })
      }),
    generation: (candidate) =>
      write("ChangeStore.generation", (writing) => {
        const stored = writing.get(["generation"])
        if (typeof stored === "string") return stored
        writing.put(["generation"], candidate)
        return candidate
      })
  })
