import { describe, expect, it } from "vitest"
import { databaseKinds, useDatabases } from "../../cli/commands/useDatabases.js"
import { startCli } from "../../cli/runCli.js"

const { freshDatabase } = useDatabases()

const wrong = { "x-forwarded-for": "203.0.113.5", key: "0123456789abcdef0123456789abcdef" }

describe.each(databaseKinds)("the servers of one database on %s", (kind) => {
  it("limit the wrong keys of an address together", async () => {
    const env = { AGENDA_DATABASE: await freshDatabase(kind), AGENDA_TRUST_PROXY: "127.0.0.1", AGENDA_RATE_WRONG_SECRETS: "60" }
    const servers = []
    // One after the other: the first one migrates.
    for (let server = 0; server < 2; server++) {
      const running = startCli(["serve", "--port", "0"], { env })
      const [, url = ""] = await running.line(/^listening on (\S+)$/m)
      servers.push({ running, url })
    }
    const [one = "", other = ""] = servers.map(({ url }) => url)
    const ask = async (url: string, headers: { readonly [name: string]: string } = wrong) =>
      (await fetch(`${url}/v2/agendas`, { headers })).status
    /** Guesses at a server until it refuses one; the number of those before. */
    const guess = async (url: string, pause: number) => {
      const statuses: Array<number> = []
      const next = async () => {
        statuses.push(await ask(url))
        return statuses.at(-1)
      }
      await expect.poll(next, { interval: pause, timeout: 60_000 }).toBe(429)
      return statuses.length - 1
    }
    expect(await guess(one, 1)).toBeGreaterThanOrEqual(60)
    // The other server counts the guesses of the first one after its own. A second gives one back.
    expect(await guess(other, 500)).toBeLessThan(45)
    expect(await ask(other, { ...wrong, "x-forwarded-for": "203.0.113.6" })).toBe(403)
    for (const { running } of servers) {
      running.signal("SIGTERM")
      await running.finished
    }
  })
})
