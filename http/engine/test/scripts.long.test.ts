import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { usePostgres } from "../../../adapters/postgres/test/usePostgres.js"
import { bundleProcesses } from "../../../conformance/test/process/bundleProcesses.js"

const { freshSchema } = usePostgres()

const engine = fileURLToPath(new URL("../src/createAgendaEngine.ts", import.meta.url))
const bundled = bundleProcesses([engine])

/** Runs a program as a process of its own until it ends by itself. */
const runScript = async (program: string): Promise<{ readonly code: number; readonly output: string }> => {
  const script = spawn(process.execPath, [...bundled, "--input-type=module", "--eval", program], { stdio: ["ignore", "pipe", "inherit"] })
  const output: Array<string> = []
  script.stdout.on("data", (chunk) => void output.push(String(chunk)))
  const [code] = await once(script, "close")
  return { code, output: output.join("") }
}

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "agenda-engine-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const databases = {
  memory: Effect.succeed("memory"),
  sqlite: Effect.map(folder, (path) => `sqlite:${join(path, "agenda.db")}`),
  postgres: Effect.map(freshSchema, Redacted.value)
}

const searching = "{ geocoder: { find: async () => null } }"
const unawaited = `engine.services.agendas.create({ title: "Village" }).then(() => console.log("stored"))`
const checkpointing = `
        process.once("worker", () => console.log("thread"))
        await Promise.all(Array.from({ length: 200 }, (_, index) => engine.services.agendas.create({ title: "Town " + index })))`

describe("a script", () => {
  it.scopedLive.each(
    [
      ["memory", "that does not close its engine", searching, ""],
      ["sqlite", "that does not close its engine", searching, ""],
      ["sqlite", "that does not wait for its write", searching, unawaited],
      ["sqlite", "whose thread checkpoints", searching, checkpointing],
      ["postgres", "that does not close its engine", searching, ""],
      ["postgres", "that does not wait for its write", searching, unawaited],
      ["postgres", "that closes its engine", "{}", "await engine.close()"],
      ["postgres", "without work beside requests", "{ background: false }", ""]
    ] as const
  )("on %s %s ends by itself", ([kind, , options, last]) =>
    Effect.gen(function*() {
      const program = `
        import { createAgendaEngine } from ${JSON.stringify(pathToFileURL(engine).href)}
        const engine = createAgendaEngine({ database: ${JSON.stringify(yield* databases[kind])}, ...${options} })
        await engine.ready()
        await engine.services.agendas.create({ title: "Town" })
        console.log((await engine.services.agendas.list()).length)
        ${last}`
      const output = `1\n${last === unawaited ? "stored\n" : last === checkpointing ? "thread\n" : ""}`
      expect(yield* Effect.promise(() => runScript(program))).toEqual({ code: 0, output })
    }), 60_000)
})
