import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { packInto, run } from "./inHost.js"

/** A server that answers every request with an empty list. */
const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" })
  response.end(JSON.stringify({ success: true, total: 0, events: [], agendas: [{ uid: 1 }], after: null }))
})

it("npx runs the packed suite against a server from a folder without packages, and writes its reports there", async () => {
  const packed = await mkdtemp(join(tmpdir(), "agenda-engine-packed-"))
  const bare = await mkdtemp(join(tmpdir(), "agenda-engine-bare-"))
  try {
    const tarballs = await packInto(packed, ["core", "conformance"])
    const cache = join(packed, "cache")
    const { stdout: shared } = await run("npm", ["config", "get", "cache"])
    await mkdir(cache)
    await symlink(join(shared.trim(), "_cacache"), join(cache, "_cacache"))
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
    const packages = tarballs.map((name) => `--package=file:${join(packed, name)}`)
    const formats = { json: "run.json", junit: "run.xml", html: "run.html", badge: "badge.json" }
    const reports = Object.entries(formats).flatMap(([format, file]) => ["--report", `${format}=${file}`])
    const command = ["agenda-engine-conformance", "--url", url, "--key", "0123456789", "--only", "read.page", ...reports]
    const options = ["--yes", "--prefer-offline", "--cache", cache]
    const { code, stdout } = await run("npx", [...options, ...packages, ...command], { cwd: bare }).catch((failure) => failure)
    expect([code, stdout]).toEqual([1, expect.stringContaining(`${url} does not conform (--only read.page)`)])
    expect((await readdir(bare)).toSorted()).toEqual(Object.values(formats).toSorted())
    for (const file of Object.values(formats)) expect((await readFile(join(bare, file), "utf8")).length).toBeGreaterThan(50)
  } finally {
    server.close()
    server.closeAllConnections()
    await rm(packed, { recursive: true, force: true })
    await rm(bare, { recursive: true, force: true })
  }
})
