import type { Key } from "@agenda-engine/kv/KeyValue"

const numberTag = 1
const textTag = 2
const number_bytes = 9

/** Ends a text. It is less than every byte that may follow, and an inner NUL has `escape` behind it. */
const end = "\0"
const escape = "\x7f"

/** The sign bit of a number. */
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
