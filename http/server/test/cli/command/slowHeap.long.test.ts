import { expect, it } from "vitest"
import { startCli } from "../runCli.js"

const collecting = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => gc())")}`

/** How many times as large as what is alive a server's heap may grow before it is collected. */
const factorOf = async (...chosen: ReadonlyArray<string>) => {
  const server = startCli(["serve", "--port", "0"], {
    env: { AGENDA_DATABASE: "sqlite::memory:" },
    node: ["--expose-gc", "--trace-gc-verbose", ...chosen, `--import=${collecting}`]
  })
  await server.line(/^listening on /m)
  server.signal("SIGUSR2")
  const [, factor] = await server.line(/^listening on [^]*?HeapController\] Limit: .*\((\d\.\d)\)$/m)
  server.signal("SIGTERM")
  await server.finished
  return factor
}

it("limits the heap growth of a server to two fifths of live data", async () => {
  expect(await factorOf()).toBe("1.4")
})

it("does not override --heap-growing-percent of Node", async () => {
  expect(await factorOf("--heap-growing-percent=120")).toBe("2.2")
})
