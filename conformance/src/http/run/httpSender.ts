import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import type { Answer, Call, Send } from "../answer/Answer.js"
import type { Exchange } from "./printExchange.js"
import { SendFailure } from "./SendFailure.js"
import { serverAddress } from "./serverAddress.js"

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
