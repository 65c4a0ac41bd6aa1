import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import * as Net from "node:net"
import * as Tls from "node:tls"
import { type Answer, at, type Call, type Send } from "../answer/Answer.js"
import { SendFailure } from "./CaseFailure.js"
import type { Credential } from "./HttpTarget.js"
import type { Exchange } from "./printExchange.js"
import { serverAddress } from "./serverAddress.js"

const collection = /^\/v2\/agendas\/(\d+)\/(event|location)s/

/** The path of the event or location that an answer shows; null: it shows none. */
const pathOf = (path: string, body: unknown): string | null => {
  const [list, , kind = ""] = collection.exec(path) ?? []
  const uid = at(body, kind, "uid")
  return list === undefined || typeof uid !== "number" ? null : `${list}/${uid}`
}

/**
 * Sends requests, and keeps the paths of the events and locations that they created. `removeAll` removes those that are
 * still there, the events before the locations that they use.
 */
export const trackCreated = (send: Send<SendFailure>) =>
  Effect.map(Ref.make<ReadonlySet<string>>(new Set()), (created) => {
    const tracking: Send<SendFailure> = (path, call) =>
      Effect.tap(send(path, call), ({ body, status }) => {
        const found = call?.method === undefined || status > 299 ? null : pathOf(path, body)
        if (found === null) return Effect.void
        return Ref.update(created, (paths) => {
          const others = [...paths].filter((other) => other !== found)
          return new Set(call?.method === "DELETE" ? others : [...others, found])
        })
      })
    const removeAll = (remove: Send<SendFailure>, tokenFor: (agenda: number) => Credential): Effect.Effect<void> =>
      Effect.flatMap(Ref.get(created), (paths) =>
        Effect.forEach(
          [...paths].toSorted(), // "…/events/…" before "…/locations/…"
          (path) => Effect.ignore(remove(path, { method: "DELETE", headers: tokenFor(Number(collection.exec(path)?.[1])) })),
          { discard: true }
        ))
    return { send: tracking, removeAll }
  })

const rawAnswer_ms_max = 15_000

/**
 * Sends HEAD over a socket of its own, and answers all bytes that come until the server closes it, as Latin-1 text:
 * `fetch` hides a body that must not be there.
 */
export const rawHead = (
  url: string,
  headers: { readonly [name: string]: string }
): Effect.Effect<string, SendFailure> =>
  Effect.async<string, SendFailure>((resume) => {
    const { host, hostname, pathname, port, protocol, search } = new URL(url)
    const name = hostname.replace(/^\[|\]$/g, "")
    const fail = (reason: string) => resume(new SendFailure({ request: `HEAD ${pathname}`, reason }))
    const socket = protocol === "https:"
      ? Tls.connect({ host: name, port: Number(port || 443), servername: name })
      : Net.connect({ host: name, port: Number(port || 80) })
    const chunks: Array<Buffer> = []
    socket.setTimeout(rawAnswer_ms_max, () => socket.destroy(new Error(`no end within ${rawAnswer_ms_max} ms`)))
    socket.on("data", (chunk) => chunks.push(Buffer.from(chunk)))
    socket.on("error", ({ message }) => fail(message))
    socket.on("end", () => resume(Effect.succeed(Buffer.concat(chunks).toString("latin1"))))
    const lines = Object.entries({ host, connection: "close", ...headers }).map(([header, value]) => `${header}: ${value}\r\n`)
    socket.write(`HEAD ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`)
    return Effect.sync(() => socket.destroy())
  })

/** Bounds on what is sent. */
export interface SendSettings {
  /** The server: an `http:` or `https:` URL, with or without a user and a path. */
  readonly url: string
  /** How many requests are sent at once. */
  readonly concurrency: number
  /** Pause after each request, milliseconds. */
  readonly delay_ms: number
  /** How many requests are sent at most. */
  readonly requests_max: number
  /** Whether methods other than GET, HEAD and OPTIONS are sent, beside the request of an access token. */
  readonly writes: boolean
}

const reading = ["GET", "HEAD"]

const tokenPath = "/v2/requestAccessToken"

/** A path without the key in its query string. */
const withoutKey = (path: string): string => path.replaceAll(/([?&]key=)[^&]*/g, "$1…")

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why `fetch` failed: its own message says only that it did. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "no response"
  return error.cause instanceof Error ? error.cause.message : error.message
}

const answer_ms_max = 60_000

const fetchAnswer = (url: string, { body, headers = {}, method = "GET" }: Call) =>
  Effect.tryPromise(async (signal): Promise<Answer> => {
    const isText = typeof body === "string"
    const response = await fetch(url, {
      method,
      redirect: "manual",
      signal,
      headers: {
        // A compressed response has an entity tag of its own.
        "accept-encoding": "identity",
        ...(body === undefined || isText ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    const received: { [name: string]: string } = {}
    response.headers.forEach((value, name) => {
      received[name] = value
    })
    return { status: response.status, headers: received, text, body: parse(text) }
  })

/** Sends requests to a server. */
export interface Sender {
  readonly send: Send<SendFailure>
  /** Sends whatever the limit of requests: what removes the data of the run. */
  readonly sendLast: Send<SendFailure>
  /** How many requests were sent. */
  readonly sent: Ref.Ref<number>
  /** What was sent since it was emptied, and what was answered, in the order of the answers. */
  readonly exchanges: Ref.Ref<ReadonlyArray<Exchange>>
}

/**
 * Sends requests with `fetch`, within bounds: those at once, the pause, and their number. Without `writes` it refuses
 * to send anything that could change data. Its failures name requests without credentials.
 */
export const httpSender = (settings: SendSettings): Effect.Effect<Sender> =>
  Effect.gen(function*() {
    const places = yield* Effect.makeSemaphore(settings.concurrency)
    const sent = yield* Ref.make(0)
    const exchanges = yield* Ref.make<ReadonlyArray<Exchange>>([])
    const address = serverAddress(settings.url)
    const sendUpTo = (requests_max: number): Send<SendFailure> => (path, call = {}) => {
      const method = call.method ?? "GET"
      const fail = (reason: string) => new SendFailure({ request: `${method} ${withoutKey(path)}`, reason })
      if (!settings.writes && !reading.includes(method) && !(method === "POST" && path === tokenPath)) {
        return fail("not sent: it would write")
      }
      return places.withPermits(1)(Effect.gen(function*() {
        const number = yield* Ref.updateAndGet(sent, (count) => count + 1)
        if (number > requests_max) return yield* fail(`not sent: the limit of ${requests_max} requests is reached`)
        const url = `${address.url}${path}`
        const whole: Call = { ...call, headers: { ...address.headers, ...call.headers } }
        const keep = (answer: Answer | null) => Ref.update(exchanges, (before) => [...before, { url, call: whole, answer }])
        const answer = yield* fetchAnswer(url, whole).pipe(
          Effect.timeoutFail({ duration: answer_ms_max, onTimeout: () => fail(`no response within ${answer_ms_max} ms`) }),
          Effect.catchTag("UnknownException", ({ error }) => fail(reasonOf(error))),
          Effect.tapBoth({ onFailure: () => keep(null), onSuccess: keep })
        )
        yield* Effect.sleep(Duration.millis(settings.delay_ms))
        return answer
      }))
    }
    return { send: sendUpTo(settings.requests_max), sendLast: sendUpTo(Number.POSITIVE_INFINITY), sent, exchanges }
  })
