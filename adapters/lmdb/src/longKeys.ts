import type { Key, Reading, Writing } from "@agenda-engine/kv/KeyValue"

const numberTag = 1
const textTag = 2
const number_bytes = 9

/** Ends a text. It is less than every byte that may follow, and an inner NUL has `escape` behind it. */
const end = "\0"
const escape = "\x7f"

const sign = -(2n ** 63n)

// The bits of positive numbers are ordered as the numbers, those of negative ones the other way round.
const encodeNumber = (value: number): Buffer => {
  const bytes = Buffer.alloc(number_bytes, numberTag)
  // Negative zero is zero.
  bytes.writeDoubleBE(value + 0, 1)
  const bits = bytes.readBigInt64BE(1)
  bytes.writeBigInt64BE(bits < 0n ? ~bits : bits ^ sign, 1)
  return bytes
}

const decodeNumber = (encoded: Buffer): number => {
  const bits = encoded.readBigInt64BE()
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(bits < 0n ? bits ^ sign : ~bits)
  return bytes.readDoubleBE()
}

const encodePart = (part: number | string): Buffer =>
  typeof part === "number"
    ? encodeNumber(part)
    : Buffer.from(`${String.fromCharCode(textTag)}${part.replaceAll("\0", `\0${escape}`)}${end}`)

/** Encodes a key. The bytes of keys are ordered as the keys, and begin with those of every prefix. */
export const encodeKey = (key: Key): Buffer => Buffer.concat(key.map(encodePart))

const endOfText = (bytes: Buffer, from: number): number => {
  const found = bytes.indexOf(0, from)
  return bytes[found + 1] === escape.charCodeAt(0) ? endOfText(bytes, found + 1) : found
}

/** The key with these bytes. */
export const decodeKey = (bytes: Buffer): Key => {
  const key: Array<number | string> = []
  let at = 0
  while (at < bytes.length) {
    const until = bytes[at] === numberTag ? at + number_bytes : endOfText(bytes, at)
    const part = bytes.subarray(at + 1, until)
    key.push(bytes[at] === numberTag ? decodeNumber(part) : part.toString().replaceAll(`\0${escape}`, "\0"))
    at = bytes[at] === numberTag ? until : until + 1
  }
  return key
}

/** Entries of a database whose keys are bytes, of limited length. */
export interface Entries {
  /** The value of a key, if it has one. */
  readonly get: (key: Buffer) => string | undefined
  /** The entries from the first key to the last one, both included, in the order of their keys. */
  readonly range: (first: Buffer, last: Buffer) => Iterable<readonly [key: Buffer, value: string]>
}

/** Entries that can be changed. */
export interface MutableEntries extends Entries {
  /** Stores a value in place of that of the key. */
  readonly put: (key: Buffer, value: string) => void
  /** Deletes an entry, if there is one. */
  readonly remove: (key: Buffer) => void
}

/** Maximum length of a stored key. LMDB has pages of 4 096 bytes and takes keys of 1 978. */
export const storedKey_bytes_max = 1_900

/** What an entry at a key of maximum length holds: all keys that begin with it, in order, and their values. */
type LongEntries = ReadonlyArray<readonly [key: Buffer, value: string]>

const decodeLong = (text: string | undefined): LongEntries => {
  const entries: ReadonlyArray<readonly [string, string]> = text === undefined ? [] : JSON.parse(text)
  return entries.map(([key, value]) => [Buffer.from(key, "base64"), value])
}

const encodeLong = (entries: LongEntries): string => JSON.stringify(entries.map(([key, value]) => [key.toString("base64"), value]))

const stored = (key: Buffer): Buffer => key.subarray(0, storedKey_bytes_max)

const isShort = (key: Buffer): boolean => key.length < storedKey_bytes_max

/** Reads entries by keys of any length. */
export const readingOf = (entries: Entries): Reading => ({
  get: (key) => {
    const bytes = encodeKey(key)
    return isShort(bytes)
      ? entries.get(bytes) ?? null
      : decodeLong(entries.get(stored(bytes))).find(([long]) => long.equals(bytes))?.[1] ?? null
  },
  *range(prefix, after = prefix): Generator<readonly [key: Key, value: string]> {
    // No key has a part that begins with either byte.
    const first = Buffer.concat([encodeKey(after), Buffer.of(0)])
    const last = Buffer.concat([encodeKey(prefix), Buffer.of(0xff)])
    for (const [key, value] of entries.range(stored(first), stored(last))) {
      if (isShort(key)) yield [decodeKey(key), value]
      else {
        for (const [long, each] of decodeLong(value)) {
          if (long.compare(first) > 0 && long.compare(last) < 0) yield [decodeKey(long), each]
        }
      }
    }
  }
})

/** Reads and writes entries by keys of any length. */
export const writingOf = (entries: MutableEntries): Writing => {
  const changeLong = (bytes: Buffer, value: ReadonlyArray<string>) => {
    const others = decodeLong(entries.get(stored(bytes))).filter(([long]) => !long.equals(bytes))
    const changed = [...others, ...value.map((each) => [bytes, each] as const)].sort(([left], [right]) => left.compare(right))
    if (changed.length === 0) entries.remove(stored(bytes))
    else entries.put(stored(bytes), encodeLong(changed))
  }
  return {
    ...readingOf(entries),
    put: (key, value) => {
      const bytes = encodeKey(key)
      if (isShort(bytes)) entries.put(bytes, value)
      else changeLong(bytes, [value])
    },
    remove: (key) => {
      const bytes = encodeKey(key)
      if (isShort(bytes)) entries.remove(bytes)
      else changeLong(bytes, [])
    }
  }
}
