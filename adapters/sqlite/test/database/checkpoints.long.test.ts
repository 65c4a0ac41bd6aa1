import { describe, expect, it } from "@effect/vitest"
import Sqlite from "better-sqlite3"
import * as Effect from "effect/Effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { bundleProcesses } from "../../../../conformance/test/process/bundleProcesses.js"
import { ofFull } from "../../../../core/test/repository/ofFull.js"
import { temporaryFile } from "../temporaryFile.js"

const program = fileURLToPath(new URL("fillingProcess.ts", import.meta.url))
const options = bundleProcesses([program])

const kills = ofFull(200)

/** Runs the program until its end, or kills it behind so many commits. Returns the ids that were committed. */
const filling = (filename: string, first: number, count: number, killedAfter: number | null = null) =>
  Effect.promise(async () => {
    const filler = spawn(process.execPath, [...options, program, filename, `${first}`, `${count}`], {
      stdio: ["ignore", "pipe", "inherit"]
    })
    let output = ""
    let lines = 0
    filler.stdout.on("data", (chunk) => {
      output += String(chunk)
      lines += String(chunk).split("\n").length - 1
      if (killedAfter !== null && lines >= killedAfter) filler.kill("SIGKILL")
    })
    const [code, signal] = await once(filler, "close")
    // A line that the kill has cut is no answer.
    return { code, signal, ids: output.split("\n").slice(0, -1).map(Number) }
  })

const idsOf = (database: Sqlite.Database, table: string): ReadonlyArray<unknown> =>
  database.prepare(`SELECT id FROM ${table} ORDER BY id`).pluck().all()

const withDatabase = <A>(filename: string, use: (database: Sqlite.Database) => A): A => {
  const database = new Sqlite(filename)
  try {
    return use(database)
  } finally {
    database.close()
  }
}

describe("processes whose threads checkpoint", () => {
  it.scopedLive("keep what they have committed, whole, when they are killed", () =>
    Effect.gen(function*() {
      let copied = 0
      for (let kill = 0; kill < kills; kill++) {
        const filename = yield* temporaryFile
        // 1 000 to 9 000 pages: within, between and behind checkpoints.
        const { ids, signal } = yield* filling(filename, 0, 5_000, 100 + (kill * 379) % 800)
        expect(signal).toBe("SIGKILL")
        // Only checkpoints write to the file.
        if (statSync(filename).size > 20 * 4_096) copied++
        withDatabase(filename, (database) => {
          expect(database.pragma("integrity_check", { simple: true })).toBe("ok")
          const kept = new Set(idsOf(database, "head"))
          expect(idsOf(database, "tail")).toEqual([...kept])
          expect(ids.filter((id) => !kept.has(id))).toEqual([])
        })
      }
      expect(copied).toBeGreaterThan(kills / 2)
    }), kills * 10_000)

  it.scopedLive("share a file, and leave it whole and without a log", () =>
    Effect.gen(function*() {
      const filename = yield* temporaryFile
      const fillers = [filling(filename, 0, 1_000), filling(filename, 1_000, 1_000)]
      let longest = 0
      const watch = setInterval(() => {
        longest = Math.max(longest, statSync(`${filename}-wal`, { throwIfNoEntry: false })?.size ?? 0)
      }, 5)
      const ended = yield* Effect.ensuring(Effect.all(fillers, { concurrency: 2 }), Effect.sync(() => clearInterval(watch)))
      expect(ended.map(({ code }) => code)).toEqual([0, 0])
      expect(statSync(`${filename}-wal`, { throwIfNoEntry: false })).toBeUndefined()
      // 20 000 pages were written.
      expect(longest / 4_120).toBeLessThan(12_000)
      withDatabase(filename, (database) => {
        expect(database.pragma("integrity_check", { simple: true })).toBe("ok")
        expect(idsOf(database, "head")).toEqual(Array.from({ length: 2_000 }, (_, id) => id))
        expect(idsOf(database, "tail")).toEqual(idsOf(database, "head"))
      })
    }), 60_000)
})
