import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"
import type { Scope } from "effect/Scope"
import * as Http from "node:http"
import { sender } from "../world/World.js"

/** A request as a faulty server reads it. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: { readonly [name: string]: string }
  /** The body read as JSON; undefined when it is none. */
  readonly body: unknown
}

/** What it answers: the body as JSON, or text where it is none. */
export interface Told {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: unknown
}

/** A rule that a server breaks: by what it asks of the honest server behind it, or by how it changes the answer. */
export interface Fault {
  readonly ask?: Ask
  readonly tell?: Tell
  /** Bytes after the headers of answers to HEAD. */
  readonly headBody?: string
}

/** Changes a request before the honest server gets it. */
export type Ask = (asked: Asked) => Asked

/** Changes an answer of the honest server. */
export type Tell = (told: Told, asked: Asked) => Told

const texts = (headers: Http.IncomingHttpHeaders): { readonly [name: string]: string } =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => typeof value === "string" ? [[name, value]] : []))

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const hop = ["content-length", "transfer-encoding", "connection", "keep-alive"]

/** Serves a proxy before the server at a port that breaks a rule, until the scope closes; answers its URL. */
export const serveFaulty = (
  port: number,
  { ask = (asked) => asked, headBody, tell = (told) => told }: Fault
): Effect.Effect<string, never, Scope> =>
  Effect.gen(function*() {
    const run = Runtime.runPromise(yield* Effect.runtime())
    const forward = sender(port)
    const answer = async (request: Http.IncomingMessage, response: Http.ServerResponse) => {
      const chunks: Array<Buffer> = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1")
      const headers = Object.fromEntries(Object.entries(texts(request.headers)).filter(([name]) => !hop.includes(name)))
      const sent = Buffer.concat(chunks)
      const read = parse(sent.toString("utf8"))
      const asked = ask({ method: request.method ?? "GET", path: pathname, query: searchParams, headers, body: read })
      const query = asked.query.toString()
      const body = asked.body === read ? sent : Buffer.from(JSON.stringify(asked.body))
      const honest = await run(forward(query === "" ? asked.path : `${asked.path}?${query}`, {
        method: asked.method,
        headers: { ...asked.headers, ...(body.length === 0 ? {} : { "content-length": String(body.length) }) },
        ...(body.length === 0 ? {} : { body: new Uint8Array(body) })
      }))
      const told = tell({ status: honest.status, headers: texts(honest.headers), body: honest.body ?? honest.text }, asked)
      if (asked.method === "HEAD" && headBody !== undefined) {
        const lines = Object.entries(told.headers).map(([name, value]) => `${name}: ${value}\r\n`)
        response.socket?.end(`HTTP/1.1 ${told.status} OK\r\n${lines.join("")}\r\n${headBody}`)
        return
      }
      response.writeHead(told.status, Object.fromEntries(Object.entries(told.headers).filter(([name]) => !hop.includes(name))))
      response.end(
        asked.method === "HEAD" || told.status === 304 ? "" : typeof told.body === "string" ? told.body : JSON.stringify(told.body)
      )
    }
    const server = Http.createServer((request, response) => void answer(request, response))
    yield* Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void)))
    yield* Effect.addFinalizer(() =>
      Effect.async<void>((resume) => {
        server.closeAllConnections()
        server.close(() => resume(Effect.void))
      })
    )
    const address = server.address()
    return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  })
