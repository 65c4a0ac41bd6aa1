import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import type { RecordStore } from "../ports/RecordStore.js"
import type { MemoryDatabase } from "./MemoryDatabase.js"
import { type MemoryState, page } from "./MemoryState.js"

/** A map of the state that holds the records of a store. */
export interface RecordMap<Record, Key> {
  /** Name of the port, for errors. */
  readonly port: string
  readonly keyOf: (record: Record) => Key
  readonly select: (state: MemoryState) => HashMap.HashMap<Key, Record>
  /** The state with this map in place of its own. */
  readonly replace: (state: MemoryState, records: HashMap.HashMap<Key, Record>) => MemoryState
  /** The unique value of a record that another one has, in words; null or absent when the record can be stored. */
  readonly findConflict?: (others: ReadonlyArray<Record>, record: Record) => string | null
}

/** The members of `RecordStore` over a map of the state. */
export const memoryRecords = <Record, Key extends number | string>(
  database: MemoryDatabase,
  { findConflict, keyOf, port, replace, select }: RecordMap<Record, Key>
): RecordStore<Record, Key> => {
  const find = (key: Key) => database.read((state) => Option.getOrNull(HashMap.get(select(state), key)))
  return {
    find,
    findMany: (keys) => database.read((state) => [...new Set(keys)].flatMap((key) => Option.toArray(HashMap.get(select(state), key)))),
    // Transactions run one at a time, so that a read is enough.
    lock: find,
    put: (record) =>
      database.write(`${port}.put`, (state) => {
        const records = select(state)
        const others = findConflict === undefined ? [] : HashMap.toValues(records).filter((other) => keyOf(other) !== keyOf(record))
        const conflict = findConflict?.(others, record) ?? null
        return conflict === null ? replace(state, HashMap.set(records, keyOf(record), record)) : { conflict }
      }),
    remove: (key) => database.write(`${port}.remove`, (state) => replace(state, HashMap.remove(select(state), key))),
    scan: (after, limit) => database.read((state) => page(HashMap.values(select(state)), keyOf, after, limit))
  }
}
