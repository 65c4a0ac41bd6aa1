import { Instant } from "@agenda-engine/core/contract/Instant"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { WebhookState } from "@agenda-engine/core/domain/webhook/Webhook"
import { ChangeKind } from "@agenda-engine/core/record/ChangeRecord"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Schema from "effect/Schema"
import { agendaUid, webhookId } from "./PathSegments.js"
import { AgendaFailure, Conflict, CreateFailure, IdempotencyMismatch, TooLarge, Warnings } from "./Problem.js"
import { writeRoute } from "./writeRoute.js"

/** A webhook in responses (wire.md §9). */
const WebhookAnswer = Schema.Struct({
  id: Schema.String,
  url: Schema.String,
  kinds: Schema.Array(ChangeKind).annotations({ description: "The kinds of changes that are sent. Empty: all." }),
  detailed: Schema.Boolean.annotations({ description: "Whether a change of an event is sent with the event." }),
  state: WebhookState,
  reason: Schema.NullOr(Schema.String).annotations({ description: "Why it is disabled; null when it is not." }),
  createdAt: Instant,
  lastDeliveryAt: Schema.NullOr(Instant).annotations({ description: "The last delivery that was answered by a status from 200 to 299." })
}).annotations({ identifier: "Webhook" })

/** A delivery of a webhook in responses (wire.md §9). */
const DeliveryAnswer = Schema.Struct({
  id: Schema.String.annotations({ description: "The `webhook-id` of the request: the same for each attempt." }),
  kind: Schema.String.annotations({ description: "The kind of the change, or `webhook.test`." }),
  at: Instant.annotations({ description: "The last attempt." }),
  attempts: Schema.Int,
  status: Schema.NullOr(Schema.Int).annotations({ description: "The HTTP status of the last answer; null: there was none." }),
  ms: Schema.Int.annotations({ description: "Milliseconds that the last attempt took." }),
  response: Schema.String.annotations({ description: "The beginning of the last answer, or why there was none." })
}).annotations({ identifier: "WebhookDelivery" })

const WebhookList = Schema.Struct({
  success: Schema.Literal(true),
  items: Schema.Array(WebhookAnswer).annotations({ description: "The oldest first." })
}).annotations({ identifier: "WebhookList" })

const OneWebhook = Schema.Struct({
  success: Schema.Literal(true),
  webhook: WebhookAnswer,
  warnings: Warnings
}).annotations({ identifier: "OneWebhook" })

const SecretWebhook = Schema.Struct({
  ...OneWebhook.fields,
  secret: Schema.String.annotations({
    description: "Verifies signatures. No other response contains it.",
    examples: ["whsec_MDEyMzQ1Njc4OWFiY2RlZg=="]
  })
}).annotations({ identifier: "SecretWebhook" })

const DeliveryList = Schema.Struct({
  success: Schema.Literal(true),
  items: Schema.Array(DeliveryAnswer).annotations({ description: "The last 100, the latest first." })
}).annotations({ identifier: "WebhookDeliveries" })

const Address = Schema.Struct({ url: Schema.String.annotations({ description: "An http or https URL at a public address." }) })

const Choices = Schema.Struct({
  kinds: Schema.Array(ChangeKind).annotations({ description: "The kinds of changes to send. Empty: all." }),
  detailed: Schema.Boolean.annotations({ description: "Whether a change of an event is sent with the event." }),
  state: Schema.Literal("active", "paused")
})

/** Body of a change of a webhook. */
const WebhookPatch = Schema.partialWith(Schema.extend(Address, Choices), { exact: true }).annotations({
  identifier: "WebhookPatch"
})

/** Body of a new webhook. */
const WebhookDraft = Schema.extend(Address, Schema.partialWith(Choices, { exact: true })).annotations({ identifier: "WebhookDraft" })

const ReplayBody = Schema.Struct({
  from: Schema.String.annotations({ description: "An ISO 8601 instant with an offset, or the id of a delivery." })
}).annotations({ identifier: "WebhookReplay" })

const writes = writeRoute(OneWebhook, CreateFailure)
const reveals = writeRoute(SecretWebhook, CreateFailure)
const deletes = writeRoute(OneWebhook, Schema.Union(Conflict, TooLarge, IdempotencyMismatch))

const title = "For administrators, with an access token."

/** Routes that manage the webhooks of an agenda (wire.md §9; Standard Webhooks 1.0). */
export class WebhookGroup extends HttpApiGroup.make("webhooks").add(
  HttpApiEndpoint.get("listWebhooks")`/agendas/${agendaUid}/webhooks`
    .addSuccess(WebhookList)
    .annotate(OpenApi.Summary, "List the webhooks of an agenda")
    .annotate(OpenApi.Description, title)
).add(reveals(
  HttpApiEndpoint.post("createWebhook")`/agendas/${agendaUid}/webhooks`.setPayload(WebhookDraft),
  "Create a webhook",
  `It receives the changes from now on, as its creator may read them when they are sent. At most ${defaultLimits.webhooks_max} of an agenda. ${title}`
)).add(
  HttpApiEndpoint.get("getWebhook")`/agendas/${agendaUid}/webhooks/${webhookId}`
    .addSuccess(OneWebhook)
    .annotate(OpenApi.Summary, "Read a webhook")
    .annotate(OpenApi.Description, title)
).add(writes(
  HttpApiEndpoint.patch("patchWebhook")`/agendas/${agendaUid}/webhooks/${webhookId}`.setPayload(WebhookPatch),
  "Change a webhook, pause or resume it",
  `An active webhook goes on with the first change that it has not received. ${title}`
)).add(deletes(
  HttpApiEndpoint.del("deleteWebhook")`/agendas/${agendaUid}/webhooks/${webhookId}`,
  "Delete a webhook and its deliveries",
  title
)).add(writes(
  HttpApiEndpoint.post("testWebhook")`/agendas/${agendaUid}/webhooks/${webhookId}/test`,
  "Send a test to a webhook",
  `A delivery of kind \`webhook.test\`, once, in any state; the last delivery then shows the answer. ${title}`
)).add(writes(
  HttpApiEndpoint.post("replayWebhook")`/agendas/${agendaUid}/webhooks/${webhookId}/replay`.setPayload(ReplayBody),
  "Send changes again to a webhook",
  `The changes since an instant, or from a delivery on, to the webhook as it is now. ${title}`
)).add(reveals(
  HttpApiEndpoint.post("rotateWebhook")`/agendas/${agendaUid}/webhooks/${webhookId}/rotate`,
  "Make a new secret of a webhook",
  `The former one signs beside it for 24 hours. ${title}`
)).add(
  HttpApiEndpoint.get("listDeliveries")`/agendas/${agendaUid}/webhooks/${webhookId}/deliveries`
    .addSuccess(DeliveryList)
    .annotate(OpenApi.Summary, "List the last deliveries of a webhook")
    .annotate(OpenApi.Description, title)
)
  .addError(AgendaFailure)
  .annotateContext(OpenApi.annotations({ title: "Webhooks" }))
{}
