import type { Issue } from "@agenda-engine/core/domain/error/Issue"
import type { Json, JsonObject } from "@agenda-engine/core/domain/text/Json"
import type { PresentedWebhook } from "@agenda-engine/core/present/presentWebhook"
import type { Access, Authorization } from "@agenda-engine/core/services/Access"
import type { Idempotency } from "@agenda-engine/core/services/Idempotency"
import type { Webhooks } from "@agenda-engine/core/services/webhook/Webhooks"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { ApiRequest } from "../request/ApiRequest.js"
import type { GroupHandlers, Handle } from "../request/Handle.js"
import { authorizeCaller } from "../request/readCaller.js"
import { readAgendaUid } from "../request/readPath.js"
import { ignoredFiles, readDelete, readWrite } from "../request/readWrite.js"
import { json, withWarnings } from "../response/answer.js"
import type { Failure } from "../response/respondFailure.js"
import { withIdempotencyKey } from "./withIdempotencyKey.js"

interface WebhookServices {
  readonly access: Context.Tag.Service<Access>
  readonly retries: Context.Tag.Service<Idempotency>
  readonly webhooks: Context.Tag.Service<Webhooks>
}

type Managing = Authorization<"members:write">

/** A webhook after a write, with its secret when that is shown. */
interface Written {
  readonly webhook: PresentedWebhook
  readonly secret?: string
  readonly warnings?: ReadonlyArray<Issue>
}

const written = ({ secret, warnings = [], webhook }: Written, more: ReadonlyArray<Issue> = []): JsonObject =>
  withWarnings({ success: true, webhook, ...(secret === undefined ? {} : { secret }) }, [...warnings, ...more])

const idOf = ({ params: { webhookId = "" } }: ApiRequest): string => webhookId

/** The routes of webhooks by the names of the contract. */
export const webhookRoutes = ({ access, retries, webhooks }: WebhookServices) => {
  const once = withIdempotencyKey(retries)

  const read = (answer: (authorization: Managing, id: string) => Effect.Effect<JsonObject, Failure>): Handle =>
    Effect.fnUntraced(function*(request) {
      const agenda = readAgendaUid(request.params.agendaUid)
      const authorization = yield* authorizeCaller(access, request, { agenda, operation: "members:write" })
      return json({ success: true, ...(yield* answer(authorization, idOf(request))) })
    })

  /** A write of a body. */
  const write = (change: (authorization: Managing, request: ApiRequest, body: Json) => Effect.Effect<Written, Failure>): Handle =>
    Effect.fnUntraced(function*(request) {
      const asked = yield* readWrite(access, request, "members:write", webhooks.permit)
      return yield* once(
        request,
        asked.idempotentRequest,
        () => change(asked.authorization, request, asked.body),
        (done) => {
          const { webhook: { id } } = done
          const made = request.params.webhookId === undefined
            ? { location: `${request.base}/v2/agendas/${request.params.agendaUid}/webhooks/${id}` }
            : {}
          return Effect.succeed(json(written(done, ignoredFiles(asked)), made))
        }
      )
    })

  /** A write without a body. */
  const order = (change: (authorization: Managing, id: string) => Effect.Effect<Written, Failure>): Handle =>
    Effect.fnUntraced(function*(request) {
      const { authorization, idempotentRequest } = yield* readDelete(access, request, "members:write", webhooks.permit)
      return yield* once(
        request,
        idempotentRequest,
        () => change(authorization, idOf(request)),
        (done) => Effect.succeed(json(written(done)))
      )
    })

  return {
    listWebhooks: read((authorization) => Effect.map(webhooks.list(authorization), (items) => ({ items }))),
    createWebhook: write((authorization, _request, body) => webhooks.create(authorization, body)),
    getWebhook: read((authorization, id) => Effect.map(webhooks.get(authorization, id), (webhook) => ({ webhook }))),
    patchWebhook: write((authorization, request, body) => webhooks.update(authorization, idOf(request), body)),
    deleteWebhook: order((authorization, id) => Effect.map(webhooks.remove(authorization, id), (webhook) => ({ webhook }))),
    testWebhook: order((authorization, id) => Effect.map(webhooks.test(authorization, id), (webhook) => ({ webhook }))),
    replayWebhook: write((authorization, request, body) => webhooks.replay(authorization, idOf(request), body)),
    rotateWebhook: order(webhooks.rotate),
    listDeliveries: read((authorization, id) => Effect.map(webhooks.deliveries(authorization, id), (items) => ({ items })))
  } satisfies GroupHandlers<"webhooks">
}
