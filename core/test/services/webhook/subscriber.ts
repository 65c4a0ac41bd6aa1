import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { type WebhookAnswer, type WebhookRequest, WebhookSender, WebhookUnreachable } from "../../../src/ports/webhook/WebhookSender.js"

const Body = Schema.parseJson(Schema.Struct({
  type: Schema.String,
  timestamp: Schema.String,
  data: Schema.Record({ key: Schema.String, value: Schema.Unknown })
}))

/** A subscriber in this process: takes requests, and answers as it is told. */
export class Subscriber extends Context.Tag("test/Subscriber")<Subscriber, {
  /** The requests so far. */
  readonly taken: Array<WebhookRequest>
  /** Runs while an address is looked up. */
  lookUp: Effect.Effect<void>
  /** The answer to the next requests: a status, null for none, or an effect. */
  answer: number | null | Effect.Effect<WebhookAnswer, WebhookUnreachable>
}>() {
  /** A subscriber that answers 204, and the sender to it. */
  static readonly layer = Layer.effectContext(Effect.sync(() => {
    const subscriber: Subscriber["Type"] = { taken: [], lookUp: Effect.void, answer: 204 }
    return Context.make(Subscriber, subscriber).pipe(Context.add(WebhookSender, {
      refusal: (url) => Effect.suspend(() => Effect.as(subscriber.lookUp, url.includes("inward") ? "the address is not public" : null)),
      post: (request) =>
        Effect.suspend(() => {
          subscriber.taken.push(request)
          const { answer } = subscriber
          if (answer === null) return new WebhookUnreachable({ message: "the address did not answer" })
          return typeof answer === "number" ? Effect.succeed({ status: answer, body: `status ${answer}` }) : answer
        })
    }))
  }))
}

/** The body of a request. */
export const bodyOf = Schema.decodeUnknownSync(Body)
