import { idle_max } from "@agenda-engine/sqlite/ReadingThread"
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { createAgendaEngine, EventQuery } from "../../src/createAgendaEngine.js"

const engines_count = 100

/** Threads of libuv for files and names, and of the engine of JavaScript. */
const ofRuntime_max = 12

/** Open files of one engine: a file, its log and its index for each of three connections, and what guards the file. */
const ofEngine_max = 10

const used = () => ({ threads: readdirSync("/proc/self/task").length, descriptors: readdirSync("/proc/self/fd").length })

it("a hundred engines on files of their own keep few threads and descriptors", async () => {
  if (!existsSync("/proc/self/task")) return expect(process.platform).not.toBe("linux")
  const folder = mkdtempSync(join(tmpdir(), "agenda-engine-"))
  const before = used()
  const engines = Array.from(
    { length: engines_count },
    (_, index) => createAgendaEngine({ database: `sqlite:${join(folder, `${index}.db`)}` })
  )
  for (const { as, services } of engines) {
    const { uid } = await services.agendas.create({ title: "Town" })
    const { events } = as({ userId: "ada", roles: { "*": "administrator" } })
    await events.create(uid, {
      title: { en: "Concert" },
      description: { en: "On the river" },
      attendanceMode: 2,
      onlineAccessLink: "https://live.example/concert",
      timings: [{ begin: "2031-06-21T21:30:00+02:00", end: "2031-06-21T23:00:00+02:00" }],
      state: 2
    })
    const facet = { type: "keywords", key: "keywords", size: 5 } as const
    expect(await events.list(uid, EventQuery.make({ search: "concert", facets: [facet] }))).toMatchObject({ total: 1 })
  }
  const { descriptors, threads } = used()
  expect(threads - before.threads).toBeLessThanOrEqual(idle_max + ofRuntime_max)
  expect(descriptors - before.descriptors).toBeLessThanOrEqual(engines_count * ofEngine_max)
  await Promise.all(engines.map(({ close }) => close()))
  expect(used().descriptors - before.descriptors).toBeLessThan(engines_count)
  rmSync(folder, { recursive: true })
})
