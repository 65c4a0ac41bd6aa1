import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { spawn } from "node:child_process"
import { chmod, cp, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { arch, platform } from "node:process"
import { usePostgres } from "../../../adapters/postgres/test/usePostgres.js"
import { inHost, run } from "../../../core/test/repository/packages/inHost.js"

const cpu = arch === "arm64" ? "aarch64" : arch

const postgres = usePostgres()

/** The packages of npm that contain the runtimes for this platform. */
const runtimes = {
  [`@oven/bun-${platform}-${cpu}`]: "1.4.5",
  [`@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`]: "2.9.6",
  [`@cloudflare/workerd-${platform}-${arch === "x64" ? "64" : arch}`]: "1.20261117.1",
  esbuild: "0.28.2"
}

const main = `import { answer } from "./portable.mjs"
console.log("answer: " + await answer())
`

const worker = `import { answer } from "./portable.mjs"
export default { fetch: async () => new Response(await answer()) }
`

const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-01-01"))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);
`

/** The programs of Bun, Deno and workerd in a host. */
const programsIn = async (folder: string) => {
  const [bun = "", deno = "", workerd = ""] = Object.keys(runtimes).map((name) => join(folder, "node_modules", ...name.split("/")))
  const programs = { bun: join(bun, "bin", "bun"), deno: join(deno, "deno"), workerd: join(workerd, "bin", "workerd") }
  for (const program of Object.values(programs)) await chmod(program, 0o755)
  return programs
}

const denoRun = ["run", "--node-modules-dir=manual", "--no-lock"]

/** Runs a test with the port of a worker, which is stopped afterwards. */
const serving = async (program: string, folder: string, test: (port: number) => Promise<void>): Promise<void> => {
  const workerd = spawn(program, ["serve", "config.capnp", "--control-fd=1"], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] })
  try {
    for await (const line of workerd.stdout) {
      const [, port] = /"port":(\d+)/.exec(String(line)) ?? []
      if (port !== undefined) return await test(Number(port))
    }
    throw new Error("workerd did not listen")
  } finally {
    workerd.kill()
  }
}

const onPostgres = `import { createAgendaEngine } from "@agenda-engine/engine"
const engine = createAgendaEngine({ database: { url: process.argv[2] } })
await engine.ready()
const { access, agendas, events } = engine.services
const { uid } = await agendas.create({ title: "Town" })
const writer = await access.authorize({ _tag: "Operator", userUid: null }, { _tag: "Uid", uid }, "events:write")
const { event } = await events.create(writer, {
  title: { en: "Concert" },
  description: { en: "On the river" },
  attendanceMode: 2,
  onlineAccessLink: "https://live.example",
  timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
})
const { key } = await engine.services.keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null })
const response = await engine.handler(new Request("https://host.example/v2/agendas/" + uid + "/events/" + event.uid, { headers: { key } }))
console.log("answer: " + response.status + " " + (await response.json()).event.title.en)
await engine.close()
`

const expected = "200 1 Concert At **sunset**"

describe("core, handler and client over memory", () => {
  it("answer alike on Node, Bun, Deno and workerd, from packed packages", () =>
    inHost(["core", "http", "richtext", "client"], runtimes, async (folder) => {
      const programs = await programsIn(folder)
      await cp(join(import.meta.dirname, "installed", "portable.mjs.txt"), join(folder, "portable.mjs"))
      await writeFile(join(folder, "main.mjs"), main)
      await writeFile(join(folder, "worker.mjs"), worker)
      await writeFile(join(folder, "config.capnp"), config)
      for (
        const [program, ...parameters] of [
          [process.execPath],
          [programs.bun],
          [programs.deno, ...denoRun, "--allow-env", "--allow-read"]
        ]
      ) {
        const { stdout } = await run(program ?? "", [...parameters, "main.mjs"], { cwd: folder })
        expect(stdout, program).toContain(`answer: ${expected}\n`)
      }
      const bundle = ["worker.mjs", "--bundle", "--format=esm", "--conditions=workerd,worker", "--outfile=worker.js"]
      await run(join(folder, "node_modules", ".bin", "esbuild"), bundle, { cwd: folder })
      await serving(programs.workerd, folder, async (port) => {
        expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe(expected)
      })
    }))
})

it.scopedLive("the packed engine on Postgres writes and reads on Bun and Deno", () =>
  Effect.gen(function*() {
    const url = Redacted.value(yield* postgres.freshSchema)
    const packages = ["core", "sql", "sqlite", "postgres", "richtext", "images", "mail", "geocoding", "outbound", "http", "pages", "engine"]
    yield* Effect.promise(() =>
      inHost(packages, { ...runtimes, "@effect/sql-pg": "0.53.0" }, async (folder) => {
        await writeFile(join(folder, "main.mjs"), onPostgres)
        const { bun, deno } = await programsIn(folder)
        for (const [program, ...parameters] of [[bun], [deno, ...denoRun, "--allow-all"]]) {
          const { stdout } = await run(program ?? "", [...parameters, "main.mjs", url], { cwd: folder })
          expect(stdout, program).toContain("answer: 200 Concert\n")
        }
      })
    )
  }))
