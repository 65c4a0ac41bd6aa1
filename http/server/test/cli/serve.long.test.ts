import { once } from "node:events"
import { request } from "node:http"
import { createServer } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { databaseKinds, useDatabases } from "./commands/useDatabases.js"
import { runCli, startCli } from "./runCli.js"
import { runInside } from "./runInside.js"

const { freshDatabase } = useDatabases()

const listening = /^listening on (http:\/\/127\.0\.0\.1:\d+)$/m

/** Begins a request, whose body is not sent to its end. The server has it: it said to go on. */
const begin = async (url: string) => {
  const body = request(url, { method: "POST", headers: { "content-type": "application/json", expect: "100-continue" } })
  const status = once(body, "response").then(([response]) => {
    response.resume()
    return response.statusCode
  })
  body.flushHeaders()
  await once(body, "continue")
  body.write('{"code":')
  return { body, status }
}

describe.each(databaseKinds)("serve on %s", (kind) => {
  it("prints its address, answers, and exits 0 on SIGTERM", async () => {
    const server = startCli(["serve", "--port", "0"], { env: { AGENDA_DATABASE: await freshDatabase(kind) } })
    const [line, url] = await server.line(listening)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    expect((await fetch(`${url}/v2/agendas`)).status).toBe(401)
    server.signal("SIGTERM")
    const { code, stderr, stdout } = await server.finished
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${line}\n` })
    expect(stderr).toContain("/v2/agendas")
  })
})

describe("serve", () => {
  it("finishes an active request before it exits", async () => {
    const server = startCli(["serve", "--port", "0", "--json"], { env: { AGENDA_DATABASE: await freshDatabase("SQLite") } })
    const [, url] = await server.line(/"url":"([^"]+)"/)
    const { body, status } = await begin(`${url}/v2/requestAccessToken`)
    server.signal("SIGTERM")
    await pause(300)
    body.end('"nobody\'s"}')
    expect(await status).toBe(401)
    expect(await server.finished).toMatchObject({ code: 0 })
  })

  it("is not ready for a while before it refuses connections", async () => {
    const env = { AGENDA_DATABASE: await freshDatabase("SQLite"), AGENDA_NOT_READY_SECONDS: "2" }
    const server = startCli(["serve", "--port", "0"], { env })
    const [, url = ""] = await server.line(listening)
    const health = () => runInside(["health", "--port", new URL(url).port])
    expect(await health()).toMatchObject({ code: 0, stdout: expect.stringContaining('"status":"ready"') })
    server.signal("SIGTERM")
    while ((await fetch(`${url}/health/ready`)).status === 200) await pause(20)
    expect(await health()).toMatchObject({ code: 1, stdout: expect.stringContaining("the server is stopping") })
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    expect((await fetch(`${url}/v2/agendas`)).status).toBe(401)
    expect(await server.finished).toMatchObject({ code: 0 })
    expect(await health()).toMatchObject({ code: 1, stderr: expect.stringContaining("does not answer") })
  })

  const throwing = (thrown: string) => [`--import=data:text/javascript,process.on('SIGUSR2',()=>{${thrown}})`]

  it("finishes an active request and exits 1 after an uncaught exception", async () => {
    const server = startCli(["serve", "--port", "0", "--json"], {
      env: { AGENDA_DATABASE: await freshDatabase("SQLite") },
      node: throwing("setImmediate(()=>{throw%20new%20Error('boom')})")
    })
    const [, url] = await server.line(/"url":"([^"]+)"/)
    const { body, status } = await begin(`${url}/v2/requestAccessToken?key=s3cret`)
    server.signal("SIGUSR2")
    await pause(300)
    body.end('"nobody\'s"}')
    expect(await status).toBe(401)
    const { code, stderr } = await server.finished
    expect(code).toBe(1)
    expect(stderr).toMatch(/boom[^]*POST \/v2\/requestAccessToken\?key=redacted/)
  })

  it("continues when nothing reads its log any more", async () => {
    const server = startCli(["serve", "--port", "0"], { env: { AGENDA_DATABASE: await freshDatabase("SQLite") } })
    const [, url] = await server.line(listening)
    server.leaveStderr()
    for (let request = 0; request < 5; request += 1) expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    server.signal("SIGTERM")
    expect((await server.finished).code).toBe(0)
  })

  it("continues after an unhandled promise rejection", async () => {
    const server = startCli(["serve", "--port", "0"], {
      env: { AGENDA_DATABASE: await freshDatabase("SQLite") },
      node: throwing("Promise.reject(new%20Error('boom'))")
    })
    const [, url] = await server.line(listening)
    server.signal("SIGUSR2")
    await pause(300)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    server.signal("SIGTERM")
    const { code, stderr } = await server.finished
    expect(code).toBe(0)
    expect(stderr).toContain("boom")
  })

  it("fails when the port is in use", async () => {
    const other = createServer()
    const port = await new Promise<number>((resolve) => {
      other.listen(0, "127.0.0.1", () => {
        const address = other.address()
        resolve(typeof address === "object" && address !== null ? address.port : 0)
      })
    })
    const { code, stderr, stdout } = await runCli(["serve", "--port", `${port}`, "--database", await freshDatabase("SQLite")])
    other.close()
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
    expect(stderr).toMatch(new RegExp(`cannot listen on 127.0.0.1:${port}: .*(?:EADDRINUSE|address already in use)`))
  })
})
