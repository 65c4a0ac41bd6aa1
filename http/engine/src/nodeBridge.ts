import type { RouteSettings } from "@agenda-engine/http/api/routes"
import * as RouteTable from "@agenda-engine/http/pipeline/RouteTable"
import type { Mount } from "@agenda-engine/http/WebHandler"
import { type EventEmitter, once } from "node:events"
import qs from "qs"
import { addressOf } from "./address.js"
import { type NodeRequest, rememberNodeRequest } from "./nodeRequest.js"

/** What the bridge uses of a response of `node:http` or `node:http2`. */
export interface NodeResponse extends EventEmitter {
  /** The status to send. */
  statusCode: number
  /** Whether the response has begun. */
  readonly headersSent: boolean
  /** Sets a header. */
  readonly setHeader: (name: string, value: string | ReadonlyArray<string>) => unknown
  /** Begins the response, and answers itself. */
  readonly writeHead: (status: number) => Pick<NodeResponse, "end">
  /** Sends bytes; false: wait for `drain`. */
  readonly write: (bytes: Uint8Array) => boolean
  /** Ends the response. */
  readonly end: () => unknown
  /** Ends the connection or, with HTTP/2, the stream. */
  readonly destroy: () => unknown
}

/**
 * Answers a request of Express, Connect, `node:http` or `node:http2`. With `next`, it leaves requests to it whose path
 * is no route of the engine, and gives it an error when the host has begun the response itself. When a connection or a
 * streamed response fails, the response is destroyed.
 */
export type NodeHandler = (request: NodeRequest, response: NodeResponse, next?: (error?: unknown) => void) => void

/** What the bridge needs. */
export interface Bridge extends Partial<RouteSettings> {
  /** Answers a web request. */
  readonly handler: (request: Request, mount: Mount) => Promise<Response>
  /** The path that the host named; null to find it from the request. */
  readonly basePath: string | null
  readonly trustProxy: boolean
}

/** The methods that no web request can have (Fetch Standard, forbidden method). */
const isForbiddenMethod = (method: string | undefined): boolean => /^(?:CONNECT|TRACE|TRACK)$/i.test(method ?? "")

/** The path and query of a request target; of one in absolute form (RFC 9112 §3.2.2) what follows its authority. */
const targetOf = (target: string): string => {
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, "")
  return rest.startsWith("/") ? rest : `/${rest.startsWith("?") ? rest : ""}`
}

const pathOf = (target: string): string => target.split("?", 1).join("")

/** The path that a router of the host cut off the target. */
const mountOf = ({ baseUrl, originalUrl, url = "/" }: NodeRequest): string => {
  if (baseUrl !== undefined) return baseUrl
  if (originalUrl === undefined) return ""
  const [whole, rest] = [pathOf(targetOf(originalUrl)), pathOf(targetOf(url))]
  if (rest === "/" && !whole.endsWith("/")) return whole
  return whole.endsWith(rest) ? whole.slice(0, whole.length - rest.length) : ""
}

const isRoute = (url: string, basePath: string, table: RouteTable.RouteTable): boolean => {
  const path = pathOf(url)
  const canonical = path.startsWith(basePath) ? RouteTable.canonicalPath(path.slice(basePath.length)) : null
  if (canonical === null) return false
  return table.methodsOf(canonical === "" ? "/" : canonical).length > 0
}

const headersOf = ({ rawHeaders }: NodeRequest): Headers => {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ""
    if (!name.startsWith(":")) headers.append(name, rawHeaders[index + 1] ?? "")
  }
  return headers
}

/**
 * The body that a parser of the host has read, written again: JSON, a form or bytes. Numbers are those of JavaScript.
 * Null when no parser left it.
 */
const writtenAgain = (body: unknown, type: string): string | Uint8Array<ArrayBuffer> | null => {
  if (body === undefined || body === null) return null
  if (typeof body === "string") return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return type.includes("application/x-www-form-urlencoded") ? qs.stringify(body) : JSON.stringify(body)
}

/** The bytes of a request as a web stream. Where it is cancelled the connection stays open, for the response. */
const streamOf = (request: NodeRequest): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const chunks: AsyncIterator<unknown> = request.iterator({ destroyOnReturn: false })
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      // Where the host has set an encoding, chunks are text.
      else controller.enqueue(value instanceof Uint8Array ? new Uint8Array(value) : new TextEncoder().encode(String(value)))
    },
    cancel: async () => void await chunks.return?.()
  })
}

const bodyOf = (
  request: NodeRequest,
  headers: Headers
): ReadableStream<Uint8Array<ArrayBuffer>> | string | Uint8Array<ArrayBuffer> | null => {
  if (request.method === "GET" || request.method === "HEAD") return null
  if (!request.readableDidRead) return streamOf(request)
  const body = writtenAgain(request.body, headers.get("content-type") ?? "")
  // They describe the body as it was sent.
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) headers.delete(name)
  return body
}

const send = async (answer: Response, response: NodeResponse, signal: AbortSignal): Promise<void> => {
  response.statusCode = answer.status
  answer.headers.forEach((value, name) => {
    if (name !== "set-cookie") response.setHeader(name, value)
  })
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader("set-cookie", cookies)
  const reader = answer.body?.getReader()
  // A read that waits for its source ends when the client leaves. A body that has failed says so at the read.
  const leave = (): void => void reader?.cancel(signal.reason).catch(() => null)
  if (signal.aborted) return leave()
  signal.addEventListener("abort", leave, { once: true })
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read()) {
    if (!response.write(read.value)) await once(response, "drain", { signal })
  }
  response.end()
}

/** The host that a request names; with HTTP/2 in `:authority`. */
const hostOf = (request: NodeRequest, headers: Headers): string =>
  headers.get("host") ?? ("authority" in request && typeof request.authority === "string" ? request.authority : "")

/** The bridge from requests of Node to a handler of web requests. */
export const nodeBridge = (bridge: Bridge): NodeHandler => {
  const { basePath, handler, pageRedirects = false, pages = false, startPage = false, trustProxy, withoutRoutes = [] } = bridge
  const table = RouteTable.make({ pageRedirects, pages, startPage, withoutRoutes })
  const answer = async (request: NodeRequest, response: NodeResponse, url: string, mount: string): Promise<void> => {
    const gone = new AbortController()
    response.once("close", () => gone.abort())
    const headers = headersOf(request)
    const own = { scheme: "encrypted" in request.socket ? "https" : "http", host: hostOf(request, headers) }
    const { host, scheme } = addressOf(own, (name) => headers.get(name), trustProxy)
    headers.set("host", host)
    const body = bodyOf(request, headers)
    const asked = new Request(`${scheme}://${host}${url}`, {
      method: request.method ?? "GET",
      headers,
      signal: gone.signal,
      ...(body === null ? {} : { body, duplex: "half" })
    })
    rememberNodeRequest(asked, request)
    await send(await handler(asked, { basePath: mount }), response, gone.signal)
  }
  return (request, response, next) => {
    const url = targetOf(request.originalUrl ?? request.url ?? "/")
    const mount = basePath ?? mountOf(request)
    if (next !== undefined && !isRoute(url, mount, table)) return next()
    if (isForbiddenMethod(request.method)) return void response.writeHead(501).end()
    if (response.headersSent && next !== undefined) return next(new Error("the response has begun before the engine"))
    answer(request, response, url, mount).catch(() => response.destroy())
  }
}
