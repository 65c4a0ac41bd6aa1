import { cleanText } from "@agenda-engine/core/domain/text/cleanText"
import { type WebhookAnswer, type WebhookRequest, WebhookUnreachable } from "@agenda-engine/core/ports/webhook/WebhookSender"
import * as Effect from "effect/Effect"
import { type Dispatcher, request } from "undici"
import { type GuardedAgent, isAddressRefused } from "./guardedAgent.js"

/** Milliseconds in which the beginning of the answer has to arrive after its headers. */
const body_ms_max = 2_000

/** Bytes of an answer that are read. */
const body_bytes_max = 1_024

/** Why no request is sent to an address in a private network. */
export const notPublic = "the address is not public"

/** The beginning of a body as text. The rest is not read. */
const readBeginning = ({ body }: Dispatcher.ResponseData): Effect.Effect<string> => {
  const chunks: Array<Buffer> = []
  const read = Effect.tryPromise(async () => {
    let size = 0
    for await (const chunk of body) {
      if (!(chunk instanceof Buffer)) return
      chunks.push(chunk)
      size += chunk.byteLength
      if (size >= body_bytes_max) return
    }
  })
  return Effect.timeout(read, body_ms_max).pipe(
    // An answer counts by its status, however its body ends.
    Effect.ignore,
    Effect.ensuring(Effect.sync(() => body.on("error", () => {}).destroy())),
    Effect.map(() => cleanText(Buffer.concat(chunks).subarray(0, body_bytes_max).toString("utf8")))
  )
}

const codeOf = (error: unknown): string => error instanceof Error && "code" in error ? ` (${String(error.code)})` : ""

const unreachable = (error: unknown): WebhookUnreachable =>
  new WebhookUnreachable({ message: isAddressRefused(error) ? notPublic : `the address did not answer${codeOf(error)}` })

/** Sends a POST. A redirect is an answer like others. */
export const postWebhook = (
  { admits, agent }: GuardedAgent,
  { body, headers, url }: WebhookRequest
): Effect.Effect<WebhookAnswer, WebhookUnreachable> =>
  !URL.canParse(url) || !admits(new URL(url).hostname)
    ? Effect.fail(new WebhookUnreachable({ message: notPublic }))
    : Effect.tryPromise({
      try: (signal) => request(url, { method: "POST", dispatcher: agent, signal, headers, body }),
      catch: unreachable
    }).pipe(
      Effect.flatMap((response) => Effect.map(readBeginning(response), (text) => ({ status: response.statusCode, body: text })))
    )
