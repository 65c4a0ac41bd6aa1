import { loadOnce } from "@agenda-engine/core/domain/loadOnce"
import { WebhookSender } from "@agenda-engine/core/ports/webhook/WebhookSender"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

/** Options of the sender of webhooks. */
export interface PosterOptions {
  /**
   * Whether loopback and private addresses are allowed. Then every administrator of an agenda reaches everything that
   * this process reaches. Default: false.
   */
  readonly privateAddresses?: boolean | undefined
}

/** `WebhookSender` over Node's network. The libraries load with the first webhook. */
export const layer = ({ privateAddresses = false }: PosterOptions = {}): Layer.Layer<WebhookSender> =>
  Layer.scoped(
    WebhookSender,
    Effect.gen(function*() {
      const scope = yield* Effect.scope
      const load = Effect.gen(function*() {
        const { guardedAgent, isPublicAddress, isRefused } = yield* Effect.promise(() => import("./guardedAgent.js"))
        const { notPublic, postWebhook } = yield* Effect.promise(() => import("./postWebhook.js"))
        const isAllowed = privateAddresses ? () => true : isPublicAddress
        // Without a timeout of its own: `webhook_seconds_max` bounds a request.
        const agent = yield* Scope.extend(guardedAgent(isAllowed, 0), scope)
        return { agent, isAllowed, isRefused, notPublic, postWebhook }
      })
      const loaded = yield* loadOnce(load)
      return {
        refusal: (url) =>
          Effect.flatMap(loaded, ({ isAllowed, isRefused, notPublic }) =>
            URL.canParse(url)
              ? Effect.map(isRefused(new URL(url).hostname, isAllowed), (refused) => refused ? notPublic : null)
              : Effect.succeed("an http or https URL is expected")),
        post: (request) => Effect.flatMap(loaded, ({ agent, postWebhook }) => postWebhook(agent, request))
      }
    })
  )
