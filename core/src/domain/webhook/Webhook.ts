import * as Schema from "effect/Schema"

/**
 * The state of a webhook (wire.md §9). `paused`: an administrator stopped it. `disabled`: the engine did, since nothing
 * could be delivered.
 */
export const WebhookState = Schema.Literal("active", "paused", "disabled").annotations({ identifier: "WebhookState" })

/** The state of a webhook. */
export type WebhookState = typeof WebhookState.Type

/** The kind of a delivery that an administrator asks for. It is in no log. */
export const testKind = "webhook.test"
