import express from "express"
import type { RequestListener } from "node:http"
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2"
import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import { createAgendaEngine } from "../src/createAgendaEngine.js"
import { nodeBridge } from "../src/nodeBridge.js"
import { agendaIn, body, listenerOf, listening } from "./listening.js"

/** What a server answers to bytes on a connection, until the server ends it. */
const exchange = (origin: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ""
    const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => socket.write(text))
    socket.on("data", (chunk) => answer += chunk).on("error", reject).on("close", () => resolve(answer))
  })

/** Answers the URL, host and body that a handler is asked with. */
const echo: RequestListener = listenerOf(async (request) =>
  Response.json({ url: request.url, host: request.headers.get("host"), body: await request.text() })
)

const bodyOf = (answer: string): unknown =>
  JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4).replace(/^[\da-f]+\r\n|\r\n0\r\n\r\n$/g, ""))

describe("a request", () => {
  it.each([
    ["without a Host, in HTTP/1.0", "GET /v2 HTTP/1.0\r\n\r\n", "http://localhost/v2"],
    ["with a path in Host", "GET /v2 HTTP/1.1\r\nHost: evil.example/x?\r\nConnection: close\r\n\r\n", "http://localhost/v2"],
    ["with credentials in Host", "GET /v2 HTTP/1.1\r\nHost: a@evil.example\r\nConnection: close\r\n\r\n", "http://localhost/v2"],
    ["with a port out of range", "GET /v2 HTTP/1.1\r\nHost: town.example:99999\r\nConnection: close\r\n\r\n", "http://localhost/v2"],
    ["with two Hosts", "GET /v2 HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n", "http://localhost/v2"],
    ["with an IPv6 Host", "GET /v2?a=1 HTTP/1.1\r\nHost: [::1]:80\r\nConnection: close\r\n\r\n", "http://[::1]/v2?a=1"],
    [
      "with a target in absolute form",
      "GET http://town.example/v2?a=1 HTTP/1.1\r\nHost: town.example\r\nConnection: close\r\n\r\n",
      "http://town.example/v2?a=1"
    ],
    [
      "with two slashes",
      "GET //evil.example/v2 HTTP/1.1\r\nHost: town.example\r\nConnection: close\r\n\r\n",
      "http://town.example//evil.example/v2"
    ]
  ])("%s has the address that is to be expected", (_, text, url) =>
    listening(echo, async (origin) => {
      const { host } = new URL(url)
      const asked = bodyOf(await exchange(origin, text))
      expect(asked).toMatchObject({ url, body: "" })
      expect(asked).toMatchObject({ host: text.includes("[::1]") ? "[::1]:80" : host })
    }))

  it("of a method that web requests cannot have is refused", () =>
    listening(echo, async (origin) => {
      const answer = await exchange(origin, "TRACE /v2 HTTP/1.1\r\nHost: town.example\r\nConnection: close\r\n\r\n")
      expect(answer).toMatch(/^HTTP\/1\.1 501 /)
    }))

  it("is read as text where the host has set an encoding", () => {
    const host: RequestListener = (request, response) => {
      request.setEncoding("utf8")
      echo(request, response)
    }
    return listening(host, async (origin) => {
      const response = await fetch(origin, { method: "POST", body: "Fête" })
      expect(await response.json()).toMatchObject({ body: "Fête" })
    })
  })

  it("of two megabytes arrives whole, and one that is too large is refused on a connection that stays usable", async () => {
    const engine = createAgendaEngine({ database: "memory" })
    const { token, uid } = await agendaIn(engine)
    await listening(engine.node, async (origin) => {
      const post = (size: number) =>
        fetch(`${origin}/v2/agendas/${uid}/events`, {
          method: "POST",
          headers: { "access-token": token, "content-type": "application/json" },
          body: JSON.stringify({ ...body, padding: "x".repeat(size) })
        })
      const whole = await post(2_000_000)
      expect([whole.status, (await whole.json()).warnings]).toMatchObject([200, [{ field: "padding" }]])
      expect((await post(20_000_000)).status).toBe(413)
      expect((await post(10)).status).toBe(200)
    })
    await engine.close()
  })
})

describe("a response", () => {
  it("streams, and its body is cancelled when the client leaves", async () => {
    let cancelled = () => {}
    const over = new Promise<void>((resolve) => cancelled = resolve)
    const host = listenerOf(() =>
      new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("first")), cancel: cancelled }))
    )
    await listening(host, async (origin) => {
      const response = await fetch(origin)
      const reader = response.body?.getReader()
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("first")
      await reader?.cancel()
      await over
    })
  })

  it("whose body fails is cut off, so that no client takes it for whole", () =>
    listening(
      listenerOf(() => new Response(new ReadableStream({ pull: () => Promise.reject(new Error("the store is gone")) }))),
      async (origin) => expect(fetch(origin).then((response) => response.text())).rejects.toThrow()
    ))

  it("waits for a client that reads slowly", () => {
    let pulled = 0
    const chunk = new Uint8Array(64 * 1_024)
    const host = listenerOf(() =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            pulled++
            if (pulled > 1_000) controller.close()
            else controller.enqueue(chunk)
          }
        }, { highWaterMark: 0 })
      )
    )
    return listening(host, (origin) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(origin).port), "127.0.0.1", () => {
          socket.pause()
          socket.write("GET / HTTP/1.1\r\nHost: town.example\r\nConnection: close\r\n\r\n")
          let before = -1
          const settle = setInterval(() => {
            if (pulled !== before || pulled === 0) return void (before = pulled)
            clearInterval(settle)
            expect(pulled).toBeLessThan(1_000)
            socket.resume()
          }, 50)
        })
        socket.on("close", () => {
          expect(pulled).toBe(1_001)
          resolve()
        })
      }))
  })

  it("keeps each of several cookies", () => {
    const headers = new Headers([["set-cookie", "a=1"], ["set-cookie", "b=2"]])
    return listening(
      listenerOf(() => new Response(null, { headers })),
      async (origin) => expect((await fetch(origin)).headers.getSetCookie()).toEqual(["a=1", "b=2"])
    )
  })

  it("that the host has begun itself goes to its error handler", async () => {
    const failures: Array<unknown> = []
    const bridge = nodeBridge({ handler: async () => new Response(), basePath: "", trustProxy: false, pages: true })
    const app = express()
    app.use((_request, response, next) => {
      response.write("begun")
      next()
    })
    app.use(bridge)
    app.use((error: unknown, _request: express.Request, response: express.Response, _next: express.NextFunction) => {
      failures.push(error)
      response.end()
    })
    await listening(app, async (origin) => expect(await (await fetch(`${origin}/v2/agendas`)).text()).toBe("begun"))
    expect(failures).toMatchObject([{ message: "the response has begun before the engine" }])
  })
})

describe("HEAD", () => {
  it.each(["/v2/agendas/{a}/events", "/v2/agendas/{a}/events/{e}", "/agendas/town", "/openapi.json", "/nothing"])(
    "of %s has the status and headers of GET, and no body",
    async (path) => {
      const engine = createAgendaEngine({ database: "memory" })
      const { token, uid } = await agendaIn(engine)
      await listening(engine.node, async (origin) => {
        const headers = { "access-token": token, "accept-encoding": "identity" }
        const made = await fetch(`${origin}/v2/agendas/${uid}/events`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify(body)
        })
        const { event } = await made.json()
        const url = `${origin}${path.replace("{a}", String(uid)).replace("{e}", String(event.uid))}`
        const [whole, head] = [await fetch(url, { headers }), await fetch(url, { method: "HEAD", headers })]
        expect(head.status).toBe(whole.status)
        for (const name of ["content-type", "etag"]) expect(head.headers.get(name), name).toBe(whole.headers.get(name))
        expect((await whole.text()).length).toBeGreaterThan(0)
        expect(await head.text()).toBe("")
      })
      await engine.close()
    }
  )
})

it("a server of HTTP/2 writes, reads and lists", async () => {
  const engine = createAgendaEngine({ database: "memory" })
  const { token, uid } = await agendaIn(engine)
  const server = createHttp2Server(engine.node)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  const session = connectHttp2(origin)
  const ask = (method: string, path: string, sent = "") =>
    new Promise<{ readonly status: unknown; readonly location: unknown; readonly text: string }>((resolve, reject) => {
      const request = session.request({ ":method": method, ":path": path, "access-token": token, "content-type": "application/json" }, {
        endStream: sent === ""
      })
      let text = ""
      request.on(
        "response",
        (headers) => request.on("end", () => resolve({ status: headers[":status"], location: headers["location"], text }))
      )
      request.on("data", (chunk) => text += chunk).on("error", reject)
      if (sent !== "") request.end(sent)
    })
  const events = `/v2/agendas/${uid}/events`
  const made = await ask("POST", events, JSON.stringify(body))
  expect([made.status, made.location]).toEqual([200, expect.stringMatching(new RegExp(`^${origin}${events}/\\d+$`))])
  expect((await ask("GET", events)).text).toContain('"total":1,')
  expect(await ask("HEAD", events)).toMatchObject({ status: 200, text: "" })
  expect((await ask("TRACE", events)).status).toBe(501)
  session.close()
  await new Promise((resolve) => server.close(resolve))
  await engine.close()
})
