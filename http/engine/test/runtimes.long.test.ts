import { spawn } from "node:child_process"
import { chmod, cp, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { arch, platform } from "node:process"
import { describe, expect, it } from "vitest"
import { inHost, run } from "../../../core/test/repository/packages/inHost.js"

const cpu = arch === "arm64" ? "aarch64" : arch

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

const expected = "200 1 Concert At **sunset**"

describe("core and handler over memory", () => {
  it("answer alike on Node, Bun, Deno and workerd, from packed packages", () =>
    inHost(["core", "http", "richtext"], runtimes, async (folder) => {
      const modules = join(folder, "node_modules")
      const [bun, deno, workerd] = Object.keys(runtimes).map((name) => join(modules, ...name.split("/")))
      const programs = {
        bun: join(bun ?? "", "bin", "bun"),
        deno: join(deno ?? "", "deno"),
        workerd: join(workerd ?? "", "bin", "workerd")
      }
      for (const program of Object.values(programs)) await chmod(program, 0o755)
      await cp(join(import.meta.dirname, "installed", "portable.mjs.txt"), join(folder, "portable.mjs"))
      await writeFile(join(folder, "main.mjs"), main)
      await writeFile(join(folder, "worker.mjs"), worker)
      await writeFile(join(folder, "config.capnp"), config)
      for (
        const [program, ...parameters] of [
          [process.execPath],
          [programs.bun],
          [programs.deno, "run", "--node-modules-dir=manual", "--no-lock", "--allow-env", "--allow-read"]
        ]
      ) {
        const { stdout } = await run(program ?? "", [...parameters, "main.mjs"], { cwd: folder })
        expect(stdout, program).toContain(`answer: ${expected}\n`)
      }
      const bundle = ["worker.mjs", "--bundle", "--format=esm", "--conditions=workerd,worker", "--outfile=worker.js"]
      await run(join(modules, ".bin", "esbuild"), bundle, { cwd: folder })
      await serving(programs.workerd, folder, async (port) => {
        expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe(expected)
      })
    }))
})
