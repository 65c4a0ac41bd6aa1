/** Bytes of a cache's own for each entry: its places in the map and in the order of use, and its record. */
const entry_bytes = 168

const header_bytes = 16
const word_bytes = 8

/** Bytes of a typed array and its buffer, without their content. */
const buffer_bytes = 256

/** Bytes of a map for each member, besides the places of key and value; its table is about half full. */
const member_bytes = 32

const wide = /[^\0-\u00FF]/

const rounded = (bytes: number): number => Math.ceil(bytes / word_bytes) * word_bytes

/** A text takes one byte for each character of Latin-1, or two for each UTF-16 unit when it has another one. */
const textBytes = (text: string): number => header_bytes + rounded(wide.test(text) ? 2 * text.length : text.length)

/** The places of members, and what they refer to. */
const membersBytes = (members: ReadonlyArray<unknown>): number => {
  let bytes = word_bytes * Math.max(2, members.length)
  for (const member of members) bytes += heapBytes(member)
  return bytes
}

/**
 * The memory that a tree of texts, numbers, arrays, maps and plain objects takes in V8, in bytes. Names of members are
 * not counted, since objects of one kind share them.
 */
export const heapBytes = (value: unknown): number => {
  if (typeof value === "string") return textBytes(value)
  if (typeof value === "number") return (value | 0) === value ? 0 : header_bytes
  if (typeof value !== "object" || value === null) return 0
  if (ArrayBuffer.isView(value)) return buffer_bytes + value.byteLength
  if (Array.isArray(value)) return 3 * header_bytes + membersBytes(value)
  if (value instanceof Map) return 8 * header_bytes + member_bytes * value.size + heapBytes([...value.keys(), ...value.values()])
  const members = Object.values(value)
  return 3 * word_bytes + membersBytes(members)
}

/** The memory that an entry of a cache takes, in bytes. */
export const cacheEntryBytes = (key: string, value: unknown): number => entry_bytes + textBytes(key) + heapBytes(value)
