import { describe, expect, it } from "@effect/vitest"
import { existsSync, readFileSync } from "node:fs"
import * as Net from "node:net"
import { useDatabases } from "../../cli/commands/useDatabases.js"
import { startCli } from "../../cli/runCli.js"
import { raceIn } from "../../sync/RacedAgenda.js"

const { freshDatabase } = useDatabases()

const streams_count = 5_000

/** Streams that are opened and closed before anything is measured. */
const warming_count = 1_000

const growth_bytes_max = 150 * 2 ** 20

const health_ms_max = 50

/** Streams that are opened at once: a listening socket keeps so many connections waiting. */
const opening = 100

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Bytes of the memory of a process. */
const residentOf = (pid: number): number => 1_024 * Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])

interface IdleStream {
  readonly socket: Net.Socket
  comments: number
}

/** Opens a stream; resolves once it says that it is up to date. */
const open = (port: number, path: string, key: string): Promise<IdleStream> =>
  new Promise((resolve, reject) => {
    const socket = Net.connect(port, "127.0.0.1")
    const stream: IdleStream = { socket, comments: 0 }
    let text = ""
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      if (text.includes("event: upToDate")) stream.comments += chunk.split(": \n\n").length - 1
      else text += chunk
      if (text.includes("event: upToDate")) resolve(stream)
    })
    socket.on("error", reject).on("close", () => reject(new Error(`closed: ${text}`)))
    socket.write(`GET ${path}?after=now HTTP/1.1\r\nhost: agenda.example\r\naccept: text/event-stream\r\nkey: ${key}\r\n\r\n`)
  })

describe("idle streams of changes", () => {
  it("take little memory, hold no health check up, and are told every 15 seconds that they are alive", async () => {
    if (!existsSync("/proc/self/status")) return expect(process.platform).not.toBe("linux")
    const target = await raceIn(await freshDatabase("SQLite"))
    const env = { AGENDA_ACCESS_LOG: "false", AGENDA_CONNECTIONS_MAX: String(streams_count + warming_count) }
    const server = startCli(["serve", "--port", "0", "--database", target.database], { env })
    const [, url = ""] = await server.line(/listening on (\S+)/)
    const { port } = new URL(url)
    const path = `/v2/agendas/${target.agendaUid}/changes`
    const pid = Number(server.pid)
    const streams: Array<IdleStream> = []
    const openAll = async (count: number) => {
      while (streams.length < count) {
        const missing = Math.min(opening, count - streams.length)
        streams.push(...await Promise.all(Array.from({ length: missing }, () => open(Number(port), path, target.publicKey))))
      }
    }
    try {
      // The process takes some memory for its first requests, whatever they are.
      await openAll(warming_count)
      for (const { socket } of streams.splice(0)) socket.removeAllListeners("close").destroy()
      await pause(5_000)
      const before = residentOf(pid)
      await openAll(streams_count)
      for (const stream of streams) stream.comments = 0
      expect((await fetch(`${url}/health/live`)).status).toBe(200)
      const checks_ms: Array<number> = []
      const until = performance.now() + 32_000
      while (performance.now() < until) {
        const begun = performance.now()
        expect((await fetch(`${url}/health/live`)).status).toBe(200)
        checks_ms.push(performance.now() - begun)
        await pause(20)
      }
      const growth = residentOf(pid) - before
      // The tests themselves hold the processors up now and then.
      const slow_ms = checks_ms.toSorted((left, right) => left - right)[Math.floor(checks_ms.length * 0.99)]
      expect(streams.filter(({ comments }) => comments < 2)).toHaveLength(0)
      expect(growth).toBeLessThanOrEqual(growth_bytes_max)
      expect(slow_ms).toBeLessThanOrEqual(health_ms_max)
    } finally {
      for (const { socket } of streams) socket.removeAllListeners("close").destroy()
      server.signal("SIGTERM")
      await server.finished
    }
  })
})
