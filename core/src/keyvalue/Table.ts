import type { Key, Reading, Writing } from "./KeyValue.js"
import { Refusal } from "./KeyValueDatabase.js"

/** A part of a key. */
export type Part = number | string

/** The records of one kind, stored under their key, with the entries by which they are found. */
export interface Table<A> {
  /** Begins every key; unique in the store. */
  readonly name: string
  /** The key of a record, unique in the table. */
  readonly keyOf: (record: A) => Part
  /** The values that one record may have at a time; each begins with a name of its own. */
  readonly unique?: (record: A) => ReadonlyArray<Key>
  /** What `conflict` is refused with. */
  readonly conflict?: string
  /** The groups and orders that a record is listed in; each begins with a name of its own. */
  readonly listed?: (record: A) => ReadonlyArray<Key>
}

const at = (table: string, key: Part): Key => [table, key]
const uniqueAt = (table: string, value: Key): Key => [`${table} by`, ...value]
const listedAt = (table: string, list: Key): Key => [`${table} in`, ...list]

const isPart = (value: unknown): value is Part => typeof value === "number" || typeof value === "string"

/** Whether a value of the table is a record: only `put` writes there. */
const isRecord = <A>(_table: Table<A>, value: unknown): value is A => value !== null

/** The record with this key, or null. */
export const find = <A>(reading: Reading, table: Table<A>, key: Part): A | null => {
  const value = reading.get(at(table.name, key))
  return isRecord(table, value) ? value : null
}

/** The records with these keys, each once. */
export const findMany = <A>(reading: Reading, table: Table<A>, keys: ReadonlyArray<Part>): ReadonlyArray<A> =>
  [...new Set(keys)].flatMap((key) => {
    const record = find(reading, table, key)
    return record === null ? [] : [record]
  })

/** The record with this unique value, or null. */
export const findBy = <A>(reading: Reading, table: Table<A>, value: Key): A | null => {
  const key = reading.get(uniqueAt(table.name, value))
  return isPart(key) ? find(reading, table, key) : null
}

function* first<A>(values: Iterable<A>, limit: number): Generator<A> {
  let left = limit
  if (left <= 0) return
  for (const value of values) {
    yield value
    left -= 1
    if (left === 0) return
  }
}

/** Records with greater keys than `after`, in the order of keys; at most `limit`. */
export const scan = <A>(reading: Reading, table: Table<A>, after: Part | null = null, limit = Infinity): ReadonlyArray<A> =>
  Array.from(first(reading.range([table.name], after === null ? undefined : at(table.name, after)), limit))
    .flatMap(([, value]) => isRecord(table, value) ? [value] : [])

/** The keys of the records in a list, in its order, that follow `after`; at most `limit`. */
export const keysIn = (reading: Reading, table: string, list: Key, after: Key = [], limit = Infinity): ReadonlyArray<Part> =>
  Array.from(
    first(reading.range(listedAt(table, list), after.length === 0 ? undefined : listedAt(table, [...list, ...after])), limit),
    ([key]) => key.at(-1) ?? 0
  )

/** The records in a list. See `keysIn`. */
export const listIn = <A>(reading: Reading, table: Table<A>, list: Key, after: Key = [], limit = Infinity): ReadonlyArray<A> =>
  findMany(reading, table, keysIn(reading, table.name, list, after, limit))

/** Deletes a record and its entries. */
export const remove = <A>(writing: Writing, table: Table<A>, key: Part): void => {
  const before = find(writing, table, key)
  if (before === null) return
  for (const value of table.unique?.(before) ?? []) writing.remove(uniqueAt(table.name, value))
  for (const list of table.listed?.(before) ?? []) writing.remove(listedAt(table.name, [...list, key]))
  writing.remove(at(table.name, key))
}

/** Stores a record in place of that with its key; refuses it when another record has one of its unique values. */
export const put = <A>(writing: Writing, table: Table<A>, record: A): Refusal | undefined => {
  const key = table.keyOf(record)
  const values = table.unique?.(record) ?? []
  const isTaken = values.some((value) => {
    const holder = writing.get(uniqueAt(table.name, value))
    return holder !== null && holder !== key
  })
  if (isTaken) return new Refusal(table.conflict ?? `another record of ${table.name} has this value`)
  remove(writing, table, key)
  writing.put(at(table.name, key), record)
  for (const value of values) writing.put(uniqueAt(table.name, value), key)
  for (const list of table.listed?.(record) ?? []) writing.put(listedAt(table.name, [...list, key]), "")
  return undefined
}
