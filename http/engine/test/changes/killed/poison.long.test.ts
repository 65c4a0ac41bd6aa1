import Database from "better-sqlite3"
import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { bundleProcesses } from "../../../../../conformance/test/process/bundleProcesses.js"
import { createAgendaEngine, operator } from "../../../src/createAgendaEngine.js"
import { body } from "../../listening.js"

const program = fileURLToPath(new URL("exitingProcess.ts", import.meta.url))
const options = bundleProcesses([program])

/** Runs the process to its end. */
const runProcess = (url: string): Promise<{ readonly code: number | null; readonly said: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...options, program, url], { stdio: ["ignore", "pipe", "inherit"] })
    let said = ""
    child.stdout.on("data", (bytes: Buffer) => {
      said += bytes.toString()
    })
    child.on("close", (code) => resolve({ code, said }))
  })

/** Lets the lease of a process that died end, and the delay of the next attempt, without waiting for them. */
const passTime = (file: string): void => {
  const database = new Database(file)
  database.exec("UPDATE agenda_consumer SET lease_until = min(lease_until, 1); UPDATE agenda_consumer_place SET due_at = 0")
  database.close()
}

describe("a change of which the process of a consumer exits", () => {
  it("is parked after eight stored attempts, and later ones are given", async () => {
    const folder = await mkdtemp(join(tmpdir(), "agenda-engine-poison-"))
    const file = join(folder, "agenda.db")
    const url = `sqlite:${file}`
    const writer = createAgendaEngine({ database: { url }, background: false })
    try {
      await writer.services.agendas.create({ uid: 1, title: "Town" })
      const by = await writer.services.access.authorize(operator, { _tag: "Uid", uid: 1 }, "events:write")
      for (const title of ["First", "Poison", "Last"]) await writer.services.events.create(by, { ...body, title: { en: title } })
      const codes: Array<number | null> = []
      const said: Array<string> = []
      for (let trial = 0; trial < 15 && codes.at(-1) !== 0; trial++) {
        const ended = await runProcess(url)
        codes.push(ended.code)
        said.push(...ended.said.split("\n").filter((line) => line.startsWith("given ")))
        passTime(file)
      }
      expect(codes).toEqual([...Array.from({ length: 11 }, () => 70), 0])
      expect(said).toEqual(["given First", "given Last"])
      expect(await writer.services.consumers.parked("search")).toMatchObject([{ agendaUid: 1, kind: "event.published", attempts: 8 }])
    } finally {
      await writer.close()
      await rm(folder, { recursive: true })
    }
  }, 300_000)
})
