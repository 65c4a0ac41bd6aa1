import { expect, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/** A port that is free now. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

/** The quick start as a host writes it, with the short name of the package. */
const quickStart = readFileSync(new URL("../../examples/quickStart.ts", import.meta.url), "utf8").replace(
  "engine/createAgendaEngine",
  "engine"
)

it("the quick start serves an engine on SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agenda-engine-"))
  const port = await freePort()
  const program = quickStart.replace("agenda.db", join(folder, "agenda.db")).replace("3000", String(port))
  const server = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: "inherit"
  })
  try {
    const ready = () => fetch(`http://127.0.0.1:${port}/health/ready`).then(({ status }) => status, () => 0)
    await expect.poll(ready, { timeout: 50_000, interval: 100 }).toBe(200)
  } finally {
    const ended = new Promise((resolve) => server.once("exit", resolve))
    server.kill()
    await ended
    rmSync(folder, { recursive: true })
  }
})
