import { operator } from "@agenda-engine/core/domain/access/Credential"
import type { PresentedWebhook } from "@agenda-engine/core/present/presentWebhook"
import { ChangeKind } from "@agenda-engine/core/record/ChangeRecord"
import { type Authorization, authorized } from "@agenda-engine/core/services/Access"
import { Webhooks } from "@agenda-engine/core/services/webhook/Webhooks"
import * as Args from "@effect/cli/Args"
import * as Options from "@effect/cli/Options"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { choice, flag, integer, repeatedOption, text } from "../input/CliOptions.js"
import { commandGroup, counted, resourceCommand } from "./resourceCommand.js"

const agenda = integer("agenda", "Uid of the agenda.")
const id = Args.text({ name: "id" }).pipe(Args.withDescription("Id of the webhook, as shown by webhook list."))

/** Calls the service as the operator of an agenda. */
const managing = <A, E, R>(
  agendaUid: number,
  use: (webhooks: Context.Tag.Service<Webhooks>, authorization: Authorization<"members:write">) => Effect.Effect<A, E, R>
) =>
  authorized(
    operator,
    { _tag: "Uid", uid: agendaUid },
    "members:write",
    (authorization) => Effect.flatMap(Webhooks, (webhooks) => use(webhooks, authorization))
  )

const describe = ({ detailed, id, kinds, reason, state, url }: PresentedWebhook): string =>
  [id, state, url, kinds.length === 0 ? "all kinds" : kinds.join(","), detailed ? "detailed" : "", reason ?? ""].join("\t").trim()

const list = resourceCommand(
  "list",
  ["Lists the webhooks of an agenda, oldest first.", [
    "webhook list --agenda 2",
    'webhook list --agenda 2 --json    prints {"webhooks":[…]}'
  ]],
  { agenda },
  (options, engine) =>
    Effect.map(
      engine(managing(options.agenda, (webhooks, authorization) => webhooks.list(authorization))),
      (webhooks) => [{ webhooks }, webhooks.map(describe)] as const
    )
)

const create = resourceCommand(
  "create",
  ["Creates a webhook, which receives all that changes in an agenda from now on. Its secret is printed only once.", [
    "webhook create --agenda 2 --url https://example.org/hook",
    'webhook create --agenda 2 --url https://example.org/hook --kind event.published --json    prints {"webhook":…,"secret":…}'
  ]],
  {
    agenda,
    url: text("url", "The http or https URL that the changes are sent to."),
    kinds: repeatedOption("kind", ChangeKind, "A kind of changes to send; without any, all are sent."),
    detailed: flag("detailed", "Send events with their changes.")
  },
  ({ agenda, detailed, kinds, url }, engine) =>
    Effect.map(
      engine(managing(agenda, (webhooks, authorization) => webhooks.create(authorization, { url, kinds, detailed }))),
      ({ secret, webhook }) => [{ webhook, secret }, [describe(webhook), "secret, shown only once:", secret]] as const
    )
)

const update = resourceCommand(
  "update",
  ["Changes a webhook, pauses or resumes it.", [
    "webhook update --agenda 2 --state paused ID",
    "webhook update --agenda 2 --state active ID"
  ]],
  {
    agenda,
    id,
    url: Options.optional(text("url", "The http or https URL that the changes are sent to.")),
    state: Options.optional(choice("state", ["active", "paused"], "active: changes are sent; paused: they wait."))
  },
  ({ agenda, id, state, url }, engine) =>
    Effect.map(
      engine(managing(agenda, (webhooks, authorization) =>
        webhooks.update(authorization, id, {
          ...Option.match(url, { onNone: () => ({}), onSome: (url) => ({ url }) }),
          ...Option.match(state, { onNone: () => ({}), onSome: (state) => ({ state }) })
        }))),
      ({ webhook }) => [{ webhook }, [describe(webhook)]] as const
    )
)

const rotate = resourceCommand(
  "rotate",
  ["Makes a new secret, printed only once. The former one signs beside it for 24 hours.", ["webhook rotate --agenda 2 ID"]],
  { agenda, id },
  ({ agenda, id }, engine) =>
    Effect.map(
      engine(managing(agenda, (webhooks, authorization) => webhooks.rotate(authorization, id))),
      ({ secret, webhook }) => [{ webhook, secret }, ["secret, shown only once:", secret]] as const
    )
)

const replay = resourceCommand(
  "replay",
  ["Sends changes again: those since an instant, or from a delivery on.", [
    "webhook replay --agenda 2 --from 2030-01-31T00:00:00Z ID",
    "webhook replay --agenda 2 --from 2:17:1 ID"
  ]],
  { agenda, id, from: text("from", "An instant, ISO 8601 with an offset, or the id of a delivery.") },
  ({ agenda, from, id }, engine) =>
    Effect.map(
      engine(managing(agenda, (webhooks, authorization) => webhooks.replay(authorization, id, { from }))),
      ({ webhook }) => [{ webhook }, [describe(webhook)]] as const
    )
)

const deliveries = resourceCommand(
  "deliveries",
  ["Lists the last 100 deliveries of a webhook, the latest first.", ["webhook deliveries --agenda 2 ID"]],
  { agenda, id },
  ({ agenda, id }, engine) =>
    Effect.map(
      engine(managing(agenda, (webhooks, authorization) => webhooks.deliveries(authorization, id))),
      (deliveries) =>
        [
          { deliveries },
          deliveries.map(({ at, attempts, id, kind, ms, response, status }) =>
            [at, id, kind, status ?? "no answer", counted(attempts, "attempt"), `${ms} ms`, response].join("\t")
          )
        ] as const
    )
)

const remove = resourceCommand(
  "delete",
  ["Deletes a webhook with its deliveries.", ["webhook delete --agenda 2 ID"]],
  { agenda, id },
  ({ agenda, id }, engine) =>
    Effect.map(
      engine(managing(agenda, (webhooks, authorization) => webhooks.remove(authorization, id))),
      (webhook) => [{ webhook, deleted: true }, [`deleted ${describe(webhook)}`]] as const
    )
)

/** `agenda-engine webhook`: manages the webhooks of agendas. */
export const webhookCommand = commandGroup(
  "webhook",
  [list, create, update, rotate, replay, deliveries, remove],
  "Manages the webhooks of agendas.",
  [
    "webhook create --agenda 2 --url https://example.org/hook",
    "webhook list --agenda 2",
    "webhook deliveries --agenda 2 ID"
  ]
)
