import * as Layer from "effect/Layer"
import { GeocodingQueue } from "../../ports/GeocodingQueue.js"
import { IdempotencyStore } from "../../ports/IdempotencyStore.js"
import { ImageRecordStore } from "../../ports/image/ImageRecordStore.js"
import { LocationStore } from "../../ports/LocationStore.js"
import { RevisionStore } from "../../ports/RevisionStore.js"
import type { IndexedLocation } from "../../query/event/PlanData.js"
import { interpretLocationPlan } from "../../query/interpret/interpretLocationPlan.js"
import type { IdempotencyRecord } from "../../record/IdempotencyRecord.js"
import type { Key, Reading, Writing } from "../KeyValue.js"
import { type KeyValueDatabase, Refusal } from "../KeyValueDatabase.js"
import * as Table from "../Table.js"
import { formerPositions, geocoding, idempotencyKey, idempotencyRecords, images, imageUses, locations } from "../tables.js"

const putLocation = (writing: Writing, location: IndexedLocation): Refusal | undefined => {
  const before = Table.find(writing, locations, location.record.uid)
  return before !== null && before.record.agendaUid !== location.record.agendaUid
    ? new Refusal("a location of another agenda has this uid")
    : Table.put(writing, locations, location)
}

/** Locations. */
export const locationStore = ({ read, write }: KeyValueDatabase) => {
  const find = (uid: number) => read((reading) => Table.find(reading, locations, uid)?.record ?? null)
  const by = (reading: Reading, key: Key) => Table.findBy(reading, locations, key)?.record ?? null
  return Layer.succeed(LocationStore, {
    find,
    lock: find,
    findMany: (uids) => read((reading) => Table.findMany(reading, locations, uids).map(({ record }) => record)),
    findByExtId: (agendaUid, setUid, { key, value }) =>
      read((reading) =>
        by(reading, ["agenda", agendaUid, key, value]) ?? (setUid === null ? null : by(reading, ["set", setUid, key, value]))
      ),
    search: (plan) => read((reading) => interpretLocationPlan(plan, Table.scan(reading, locations))),
    put: (record, index) => write("LocationStore.put", (writing) => putLocation(writing, { record, index })),
    remove: (uid) => write("LocationStore.remove", (writing) => Table.remove(writing, locations, uid)),
    move: (uid, agendaUid) =>
      write("LocationStore.move", (writing) => {
        const location = Table.find(writing, locations, uid)
        return location === null ? undefined : Table.put(writing, locations, { ...location, record: { ...location.record, agendaUid } })
      }),
    addFormerPosition: (position, retainedSince) =>
      write("LocationStore.addFormerPosition", (writing) => {
        for (const { number, position: { leftAt } } of Table.listIn(writing, formerPositions, ["left"])) {
          if (leftAt >= retainedSince) break
          Table.remove(writing, formerPositions, number)
        }
        const number = Number(writing.get(["former positions"]) ?? 0) + 1
        writing.put(["former positions"], number)
        return Table.put(writing, formerPositions, { number, position })
      }),
    formerPositions: (uids, since, limit) =>
      read((reading) =>
        uids.flatMap((uid) => Table.listIn(reading, formerPositions, ["location", uid]))
          .filter(({ position }) => position.leftAt >= since)
          .toSorted((left, right) => right.number - left.number)
          .slice(0, limit)
          .map(({ position }) => position)
      ),
    countOfSet: (setUid) => read((reading) => Table.keysIn(reading, "location", ["set", setUid]).length),
    scan: (agendaUid, after, limit) =>
      read((reading) => Table.listIn(reading, locations, ["agenda", agendaUid], [after], limit).map(({ record }) => record))
  })
}

/** The queue of the geocoder. */
export const geocodingQueue = ({ read, write }: KeyValueDatabase) =>
  Layer.succeed(GeocodingQueue, {
    put: (entry) => write("GeocodingQueue.put", (writing) => Table.put(writing, geocoding, entry)),
    due: (now, limit) => read((reading) => Table.listIn(reading, geocoding, ["due"], [], limit).filter(({ dueAt }) => dueAt <= now)),
    remove: (uid) => write("GeocodingQueue.remove", (writing) => Table.remove(writing, geocoding, uid)),
    lockTurn: read((reading) => Number(reading.get(["turn"]) ?? 0)),
    putTurn: (at) => write("GeocodingQueue.putTurn", (writing) => writing.put(["turn"], at))
  })

/** Image records. */
export const imageRecordStore = ({ read, write }: KeyValueDatabase) => {
  const find = (name: string) => read((reading) => Table.find(reading, images, name))
  return Layer.succeed(ImageRecordStore, {
    find,
    lock: find,
    findBy: ({ digest }) => read((reading) => Table.listIn(reading, images, ["digest", digest], [], 1)[0] ?? null),
    put: (record) => write("ImageRecordStore.put", (writing) => Table.put(writing, images, record)),
    remove: (name) => write("ImageRecordStore.remove", (writing) => Table.remove(writing, images, name)),
    findUses: (user) => read((reading) => Table.find(reading, imageUses, user)?.names ?? []),
    putUses: (user, names) =>
      write("ImageRecordStore.putUses", (writing) =>
        names.length === 0
          ? Table.remove(writing, imageUses, user)
          : Table.put(writing, imageUses, { user, names: [...new Set(names)] })),
    isUsed: (name) => read((reading) => Table.keysIn(reading, "image use", ["image", name], [], 1).length > 0),
    scanUnused: (until, limit) =>
      read((reading) =>
        Table.listIn(reading, images, ["unused"], [], limit).filter(({ unusedSince }) => unusedSince !== null && unusedSince <= until)
      )
  })
}

/** Revisions. */
export const revisionStore = ({ read, write }: KeyValueDatabase) => {
  const revision = (reading: Reading, topic: string): number => Number(reading.get(["revision", topic]) ?? 0)
  return Layer.succeed(RevisionStore, {
    read: (topics) => read((reading) => topics.map((topic) => revision(reading, topic))),
    bump: (topics) =>
      write("RevisionStore.bump", (writing) => {
        const bumped = topics.map((topic) => revision(writing, topic) + 1)
        topics.forEach((topic, index) => writing.put(["revision", topic], bumped[index] ?? 0))
        return bumped
      }),
    raise: (topic, least) =>
      write("RevisionStore.raise", (writing) => writing.put(["revision", topic], Math.max(revision(writing, topic), least)))
  })
}

const isUnchanged = (current: IdempotencyRecord | null, expected: IdempotencyRecord | null): boolean =>
  current === null || expected === null
    ? current === expected
    : current.claim === expected.claim && (current.answer === null) === (expected.answer === null)

/** Responses to idempotent writes. */
export const idempotencyStore = ({ read, write }: KeyValueDatabase) => {
  const find = (reading: Reading, { keyId, name }: Pick<IdempotencyRecord, "keyId" | "name">) =>
    Table.find(reading, idempotencyRecords, idempotencyKey(keyId, name))
  return Layer.succeed(IdempotencyStore, {
    find: (keyId, name) => read((reading) => find(reading, { keyId, name })),
    put: (record, before) =>
      write("IdempotencyStore.put", (writing) => {
        if (!isUnchanged(find(writing, record), before)) return false
        Table.put(writing, idempotencyRecords, record)
        return true
      }),
    remove: (record) =>
      write("IdempotencyStore.remove", (writing) => {
        if (isUnchanged(find(writing, record), record)) {
          Table.remove(writing, idempotencyRecords, idempotencyKey(record.keyId, record.name))
        }
      }),
    prune: (now, limit) =>
      write("IdempotencyStore.prune", (writing) => {
        const expired = Table.listIn(writing, idempotencyRecords, ["expiry"], [], limit).filter(({ expiresAt }) => expiresAt <= now)
        for (const { keyId, name } of expired) Table.remove(writing, idempotencyRecords, idempotencyKey(keyId, name))
        return expired.length
      })
  })
}
