import * as Layer from "effect/Layer"
import { ConsumerStore } from "../../ports/change/ConsumerStore.js"
import { logStart } from "../../record/ChangeRecord.js"
import type { ConsumerPlace } from "../../record/ConsumerRecord.js"
import type { Reading, Writing } from "../KeyValue.js"
import type { KeyValueDatabase } from "../KeyValueDatabase.js"
import * as Table from "../Table.js"
import { changeKey, changes, consumerPlaces, consumers, parkedChanges, parkedKey, placeKey } from "../tables.js"

const removeAll = <A>(writing: Writing, table: Table.Table<A>, keys: ReadonlyArray<Table.Part>): void => {
  for (const key of keys) Table.remove(writing, table, key)
}

/** The agendas with a log, in order. */
function* logged(reading: Reading): Generator<number> {
  let after = 0
  for (;;) {
    const [first] = Table.listIn(reading, changes, ["log"], [after, Number.MAX_SAFE_INTEGER], 1)
    if (first === undefined) return
    after = first.agendaUid
    yield after
  }
}

const placeIn = (reading: Reading, consumer: string, agendaUid: number): ConsumerPlace =>
  Table.find(reading, consumerPlaces, placeKey({ consumer, agendaUid })) ?? {
    consumer,
    agendaUid,
    generation: null,
    ...logStart,
    attempts: 0,
    dueAt: 0,
    error: null,
    missedAt: null
  }

const hasMore = (reading: Reading, place: ConsumerPlace): boolean => {
  const { agendaUid, ordinal, position } = place
  return Table.keysIn(reading, changes.name, ["log", agendaUid], [position, ordinal, changeKey(place)], 1).length > 0
}

/** Consumers with their places and parked changes. */
export const consumerStore = ({ read, write }: KeyValueDatabase) =>
  Layer.succeed(ConsumerStore, {
    add: (name) =>
      write("ConsumerStore.add", (writing) => {
        if (Table.find(writing, consumers, name) === null) Table.put(writing, consumers, { name, owner: "", leaseUntil: 0 })
      }),
    lock: (name) => read((reading) => Table.find(reading, consumers, name)),
    put: (record) => write("ConsumerStore.put", (writing) => Table.put(writing, consumers, record)),
    remove: (name) =>
      write("ConsumerStore.remove", (writing) => {
        removeAll(writing, consumerPlaces, Table.keysIn(writing, consumerPlaces.name, ["consumer", name]))
        removeAll(writing, parkedChanges, Table.keysIn(writing, parkedChanges.name, ["consumer", name]))
        Table.remove(writing, consumers, name)
      }),
    scan: (after, limit) => read((reading) => Table.scan(reading, consumers, after, limit)),
    putPlace: (place) => write("ConsumerStore.putPlace", (writing) => Table.put(writing, consumerPlaces, place)),
    places: (consumer) => read((reading) => Table.listIn(reading, consumerPlaces, ["consumer", consumer])),
    behind: (consumer, now, limit) =>
      read((reading) =>
        Array.from(logged(reading), (agendaUid) => placeIn(reading, consumer, agendaUid))
          .filter((place) => place.dueAt <= now && hasMore(reading, place))
          .toSorted((left, right) => left.dueAt - right.dueAt || left.agendaUid - right.agendaUid)
          .slice(0, limit)
      ),
    putParked: (parked) => write("ConsumerStore.putParked", (writing) => Table.put(writing, parkedChanges, parked)),
    removeParked: (consumer, place) =>
      write("ConsumerStore.removeParked", (writing) => Table.remove(writing, parkedChanges, parkedKey(consumer, place))),
    parked: (consumer, after, limit, dueBy) =>
      read((reading) => {
        const { agendaUid, ordinal, position } = after
        const key = [agendaUid, position, ordinal, parkedKey(consumer, after)]
        const all = Table.listIn(reading, parkedChanges, ["consumer", consumer], key, dueBy === undefined ? limit : Infinity)
        return dueBy === undefined ? all : all.filter(({ dueAt }) => dueAt !== null && dueAt <= dueBy).slice(0, limit)
      }),
    countParked: (consumer) =>
      read((reading) => Table.keysIn(reading, parkedChanges.name, consumer === null ? ["consumer"] : ["consumer", consumer]).length),
    removeOfAgenda: (agendaUid) =>
      write("ConsumerStore.removeOfAgenda", (writing) => {
        removeAll(writing, consumerPlaces, Table.keysIn(writing, consumerPlaces.name, ["agenda", agendaUid]))
        removeAll(writing, parkedChanges, Table.keysIn(writing, parkedChanges.name, ["agenda", agendaUid]))
      })
  })
