import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** A request to a webhook. */
export interface WebhookRequest {
  readonly url: string
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string }
  /** JSON. */
  readonly body: string
}

/** The answer of a webhook. */
export interface WebhookAnswer {
  readonly status: number
  /** Beginning of its body as text. */
  readonly body: string
}

/** A request to a webhook had no answer. */
export class WebhookUnreachable extends Schema.TaggedError<WebhookUnreachable>("@agenda-engine/core/WebhookUnreachable")(
  "WebhookUnreachable",
  {
    /** For administrators of the agenda: tells nothing of the network of this process. */
    message: Schema.String
  }
) {}

interface WebhookSenderService {
  /** Why requests to an http or https URL are refused; null when they are not. Hosts unknown to DNS are accepted. */
  readonly refusal: (url: string) => Effect.Effect<string | null>
  /**
   * Sends a POST. Connects to public addresses only (SSRF protection): neither the URL nor DNS may lead into a private
   * network. Follows no redirect. Reads the beginning of the answer.
   */
  readonly post: (request: WebhookRequest) => Effect.Effect<WebhookAnswer, WebhookUnreachable>
}

const message = "webhooks are not sent here"

const off: WebhookSenderService = {
  refusal: () => Effect.succeed(message),
  post: () => new WebhookUnreachable({ message })
}

/** Sends requests to webhooks. There is none by default: provide a layer below the engine to add one. */
export class WebhookSender extends Context.Reference<WebhookSender>()("@agenda-engine/core/ports/webhook/WebhookSender", {
  defaultValue: () => off
}) {
  /** Sends nothing: every URL is refused. The default. */
  static readonly none: Layer.Layer<WebhookSender> = Layer.succeed(WebhookSender, off)
}
