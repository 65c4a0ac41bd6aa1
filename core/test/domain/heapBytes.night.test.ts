import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, it } from "vitest"
import { cacheEntryBytes } from "../../src/domain/heapBytes.js"
import { LruCache } from "../../src/domain/LruCache.js"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

/** Buffers are released in a later turn than the objects that own them. */
const used = async (): Promise<number> => {
  for (let time = 0; time < 3; time++) {
    collect()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const digits = (index: number): string => String(1_000_000 + index)

const makers: { readonly [what: string]: (index: number) => unknown } = {
  "short texts": (index) => Array.from({ length: 50 }, (_, word) => `w${index}-${word}`),
  "a long text": (index) => digits(index).repeat(200),
  "a long text of another script": (index) => `住民${digits(index)}`.repeat(100),
  "a body with big headers": (index) => ({
    body: new Uint8Array(100 + index % 50),
    headers: { etag: digits(index), "content-type": "text/html", link: `<${digits(index)}>`.repeat(100) }
  }),
  "a big body": (index) => ({ body: new Uint8Array(20_000).fill(index) }),
  "slots": (index) =>
    Array.from({ length: 40 }, (_, slot) => ({ id: `${index}-${slot}`, begin: 1_900_000_000_000 + index + slot, end: 1_900_000_003_600 })),
  "counts": (index) => ({ tallies: [{ counts: Array.from({ length: 40 }, (_, key) => ({ key: `${index}.${key}`, count: key })) }] }),
  "revisions": (index) => new Map(Array.from({ length: 12 }, (_, topic) => [`agenda:${index}:${topic}`, index])),
  "parsed records": (index) =>
    JSON.parse(
      JSON.stringify({ uid: index, title: { fr: digits(index), en: digits(index) }, none: null, flags: [true, false], at: 1.5 + index })
    )
}

/** So much that what else the process frees meanwhile does not count. */
const filled_bytes = 32_000_000

const ratio = async (make: (index: number) => readonly [key: string, value: unknown]): Promise<number> => {
  const fill = (bytes: number) => {
    const cache = new LruCache<unknown>(Number.MAX_SAFE_INTEGER)
    let counted = 0
    for (let index = 0; counted < bytes; index++) {
      const [key, value] = make(index)
      const bytes = cacheEntryBytes(key, value)
      counted += bytes
      cache.set(key, value, bytes)
    }
    return { cache, counted }
  }
  fill(100_000)
  const before = await used()
  const { cache, counted } = fill(filled_bytes)
  const real = await used() - before
  expect(cache.has(make(0)[0])).toBe(true)
  return counted / real
}

it.each(Object.entries(makers))("counts the bytes of %s", async (what, make) => {
  const found = await ratio((index) => [`key ${index}`, make(index)])
  expect(found, what).toBeGreaterThan(1 / 1.3)
  expect(found, what).toBeLessThan(1.3)
})

it("counts the bytes of long keys", async () => {
  const found = await ratio((index) => [`https://agenda.example/${digits(index).repeat(500)}`, null])
  expect(found).toBeGreaterThan(1 / 1.3)
  expect(found).toBeLessThan(1.3)
})
