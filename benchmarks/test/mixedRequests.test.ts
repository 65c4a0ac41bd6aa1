import * as Effect from "effect/Effect"
import { once } from "node:events"
import { createServer } from "node:http"
import { afterAll, beforeAll, expect, it } from "vitest"
import { agendaUid } from "../src/data/plainEvents.js"
import { type Mix, mixedRequests, oneList } from "../src/scenario/mixedRequests.js"

const headers = { reading: { key: "read" }, writing: { "access-token": "write" } }

const server = createServer((_, response) => {
  response.end(JSON.stringify({ total: 40, events: [{ uid: 1 }, { uid: 2 }], after: ["a", "b c"] }))
})

beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
})

afterAll(() => {
  server.close()
})

const mix = (): Promise<Mix> => {
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  return Effect.runPromise(mixedRequests(headers, { url: `http://127.0.0.1:${port}`, pid: 0 }))
}

const agendaOf = (path: string): number => Number(path.split("/")[3])

it("draws the same requests from the same data, 95 reads to 5 writes, and the reads alone", async () => {
  const { all, reads } = await mix()
  expect(await mix()).toEqual({ all, reads })
  expect(all).toHaveLength(1_000)
  expect(all.filter(({ kind }) => kind === "write")).toHaveLength(50)
  expect(all.filter(({ kind }) => kind === "read")).toEqual(reads)
})

it("reads several kinds of requests, and writes to many agendas, half of them in the largest", async () => {
  const { all, reads } = await mix()
  for (const part of [/\/events$/, /after\[\]=a&after\[\]=b%20c/, /timings\[gte\]=/, /keyword=/, /\/events\/[12]$/]) {
    expect(reads.some(({ path }) => part.test(path)), `${part}`).toBe(true)
  }
  const written = all.filter(({ kind }) => kind === "write").map(({ path }) => agendaOf(path))
  expect(new Set(written).size).toBeGreaterThan(5)
  const share = all.filter(({ path }) => agendaOf(path) === agendaUid).length / all.length
  expect(share).toBeGreaterThan(0.4)
  expect(share).toBeLessThan(0.6)
})

it("requests one list only, which each write changes", async () => {
  const { all, reads } = await Effect.runPromise(oneList(headers))
  expect(reads).toHaveLength(1)
  expect(new Set(all.map(({ path }) => agendaOf(path)))).toEqual(new Set([agendaUid]))
  expect(all.filter(({ kind }) => kind === "write").length * 20).toBe(all.length)
})
