import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { type FloorFile, type FloorReader, makeFloorFile, openFloorFile } from "../src/floor/FloorFile.js"

const folder = mkdtempSync(join(tmpdir(), "agenda-engine-floors-"))

afterAll(() => rmSync(folder, { recursive: true }))

const item = (rank: number): string => JSON.stringify({ uid: rank, title: { fr: `Concert ${rank}` }, text: "a".repeat(2_900) })

const putPage = (file: FloorFile, name: string, size: number): void => {
  const items = Array.from({ length: size }, (_, rank) => item(rank))
  file.putPage(name, { before: `{"total":${size},"events":[`, items, after: "]}" })
  file.putWhole(name, `{"total":${size},"events":[${items.join()}]}`)
}

/** What a file of floors has, and how each is read. */
const floors: { readonly [name: string]: { readonly put: (file: FloorFile) => void; readonly read: (reader: FloorReader) => unknown } } = {
  "bare single read": { put: (file) => file.putWhole("event", item(1)), read: ({ single }) => single("event") },
  "naive floor of 20": { put: (file) => putPage(file, "list", 20), read: ({ naive }) => naive("list", 20) },
  "bytes floor of 20": { put: (file) => putPage(file, "list", 20), read: ({ bytes }) => bytes("list", 20) },
  "naive floor of 300": { put: (file) => putPage(file, "long", 300), read: ({ naive }) => naive("long", 300) },
  "bytes floor of 300": { put: (file) => putPage(file, "long", 300), read: ({ bytes }) => bytes("long", 300) }
}

const openWith = (name: string, puts: ReadonlyArray<(file: FloorFile) => void>): FloorReader => {
  const file = makeFloorFile(join(folder, `${name.replaceAll(" ", "-")}.db`))
  for (const put of puts) put(file)
  file.close()
  return openFloorFile(file.filename)
}

const all = openWith("all", Object.values(floors).map(({ put }) => put))

/** Processor time of some calls, in microseconds. */
const timeOf = (read: () => unknown, calls: number): number => {
  const before = process.cpuUsage()
  for (let call = 0; call < calls; call++) read()
  const { system, user } = process.cpuUsage(before)
  return system + user
}

const rounds = 15
const round_us = 50_000

const leastOf = (times: ReadonlyArray<number>): number => Math.min(...times)

it.each(Object.keys(floors))("%s takes as long behind all others as alone", (name) => {
  const floor = floors[name]
  expect(floor).toBeDefined()
  if (floor === undefined) return
  const alone = openWith(name, [floor.put])
  const reads = { alone: () => floor.read(alone), behind: () => floor.read(all) }
  expect(reads.behind()).toEqual(reads.alone())
  const calls = Math.max(1, Math.round(round_us / (timeOf(reads.alone, 20) / 20)))
  const times = { alone: new Array<number>(), behind: new Array<number>() }
  for (let round = 0; round < rounds; round++) {
    for (const other of Object.values(floors)) other.read(all)
    times.behind.push(timeOf(reads.behind, calls))
    times.alone.push(timeOf(reads.alone, calls))
  }
  expect(leastOf(times.behind) / leastOf(times.alone)).toBeLessThan(1.2)
}, 120_000)
