import { expect } from "vitest"
import { type RacedServer, sendTo, titled, versionOf } from "./RacedServer.js"

const range = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

const uidOf = (text: string): unknown => JSON.parse(text).event.uid

const total = async (servers: ReadonlyArray<RacedServer>): Promise<unknown> =>
  JSON.parse((await sendTo(servers, 1, "?size=0", { method: "GET" })).text).total

/**
 * Upserts one external identifier many times at once, with one body for all: one makes the event and the others find it
 * made. Then another one `changes` times with a body each: one makes the event and each of the others changes it.
 */
export const expectOneEvent = async (servers: ReadonlyArray<RacedServer>, upserts: number, changes: number): Promise<void> => {
  const before = Number(await total(servers))

  const same = await Promise.all(
    range(upserts).map((turn) => sendTo(servers, turn, "/ext/race/same", { method: "PUT", body: titled("Same") }))
  )
  expect(same.map(({ status }) => status)).toEqual(same.map(() => 200))
  expect(same.filter(({ location }) => location !== null)).toHaveLength(1)
  expect(new Set(same.map(({ etag, text }) => `${etag} ${text}`)).size).toBe(1)
  expect(versionOf(same[0]?.etag ?? "")).toBe(1)

  const each = await Promise.all(
    range(changes).map((turn) =>
      sendTo(servers, turn, "/ext/race/each", { method: turn % 2 === 0 ? "PUT" : "POST", body: titled(`${turn}`) })
    )
  )
  expect(each.map(({ status }) => status)).toEqual(each.map(() => 200))
  expect(each.filter(({ location }) => location !== null).map(({ etag }) => versionOf(etag))).toEqual([1])
  expect(new Set(each.map(({ text }) => uidOf(text))).size).toBe(1)
  expect(each.map(({ etag }) => versionOf(etag)).toSorted((left, right) => left - right)).toEqual(range(changes).map((index) => index + 1))
  expect(each.map(({ text }) => JSON.parse(text).event.title.en)).toEqual(range(changes).map(String))
  const last = each.find(({ etag }) => versionOf(etag) === changes)
  for (const turn of range(servers.length)) {
    const read = await sendTo(servers, turn, "/ext/race/each", { method: "GET" })
    expect([read.etag, read.text]).toEqual([last?.etag, last?.text])
  }
  expect(await total(servers)).toBe(before + 2)
}
