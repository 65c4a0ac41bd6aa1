import { Agent, request } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { expect, it } from "vitest"
import { raceIn, serveRaced } from "../sync/RacedAgenda.js"
import { useDatabases } from "./commands/useDatabases.js"
import { runInside } from "./runInside.js"

const { freshDatabase } = useDatabases()

const bodies_count = 400
const body_bytes = 2_000_000

/**
 * The longest wait of a read may be this part of the time that all the bodies take. Before, reads stopped for all of
 * it.
 */
const part_max = 0.5

/** An event with a member that is ignored and fills the body. */
const large = Buffer.from(JSON.stringify({
  title: { en: "Large" },
  description: { en: "A large body" },
  attendanceMode: 2,
  onlineAccessLink: "https://example.org/live",
  timings: [{ begin: "2030-06-01T18:00:00Z", end: "2030-06-01T20:00:00Z" }],
  filling: "x".repeat(body_bytes)
}))

/** Sends on a connection of its own where no agent is given, and answers the status. */
const send = (
  url: string,
  method: string,
  headers: { readonly [name: string]: string },
  body: Buffer | null,
  agent: Agent | false = false
) =>
  new Promise<number>((resolve, reject) => {
    const length = body === null ? {} : { "content-type": "application/json", "content-length": body.length }
    request(url, { method, agent, headers: { ...headers, ...length } }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0))
    }).once("error", reject).end(body ?? undefined)
  })

it("400 concurrent bodies of 2 MB are answered or refused, and do not block reads and health checks", async () => {
  const database = await freshDatabase("SQLite")
  // Nothing is written to it: its list stays cached.
  const quiet = ["agenda", "create", "--title", "Quiet", "--database", database, "--json"]
  const raced = await raceIn(database)
  const { uid }: { readonly uid: number } = JSON.parse((await runInside(quiet)).stdout)
  const { events, stop, writer } = await serveRaced(raced)
  try {
    const probed = { [new URL("/health/live", events).href]: {}, [new URL(`/v2/agendas/${uid}/events`, events).href]: writer }
    const underWay = new Set<number>()
    // They are open before the bodies come: Node accepts one connection a turn of its event loop, so that new ones wait
    // behind 400 others.
    const agents = Object.entries(probed).map(([url, headers]) => ({ url, headers, agent: new Agent({ keepAlive: true, maxSockets: 1 }) }))
    type Probe = (typeof agents)[number]
    /** The longest wait while bodies are on their way. */
    const longestWait = async ({ agent, headers, url }: Probe): Promise<number> => {
      let longest = 0
      while (underWay.size > 0) {
        const begun = performance.now()
        expect(await send(url, "GET", headers, null, agent)).toBe(200)
        longest = Math.max(longest, performance.now() - begun)
        await pause(20)
      }
      agent.destroy()
      return longest
    }
    for (const { agent, headers, url } of agents) expect(await send(url, "GET", headers, null, agent)).toBe(200)

    const begun = performance.now()
    const posting = Array.from({ length: bodies_count }, async (_, index) => {
      underWay.add(index)
      const status = await send(events, "POST", writer, large)
      underWay.delete(index)
      return status
    })
    const waiting = Promise.all(agents.map(longestWait))
    const statuses = await Promise.all(posting)
    const all = performance.now() - begun
    const waits = await waiting

    expect([...new Set(statuses)].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect(statuses).toContain(200)
    expect(waits.map((wait) => wait / all).filter((part) => part > part_max)).toEqual([])
    expect(await send(events, "POST", writer, large)).toBe(200)
  } finally {
    await stop()
  }
}, 600_000)
