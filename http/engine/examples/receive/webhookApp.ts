import express from "express"
import { Webhook } from "standardwebhooks"

/** A change as a webhook sends it. */
export interface Change {
  readonly kind: string
  readonly type: "event" | "location" | "agenda" | "member"
  readonly uid: number
  readonly agendaUid: number
  readonly version: number | null
  readonly at: string
  readonly removed: boolean
}

/** What a host does with changes. */
export interface Receiver {
  /** Whether the change with this id was handled. */
  readonly isHandled: (id: string) => Promise<boolean>
  /** Handles a change and notes its id, in one transaction. */
  readonly handle: (id: string, change: Change) => Promise<void>
}

const hasChange = (body: unknown): body is { readonly data: Change } => typeof body === "object" && body !== null && "data" in body

/** An app that verifies the requests to `/agenda-hook`, and handles each change once. */
export const webhookApp = (secret: string, { handle, isHandled }: Receiver) => {
  const webhook = new Webhook(secret)
  const verify = (request: express.Request): unknown => {
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    return webhook.verify(String(request.body), Object.fromEntries(names.map((name) => [name, request.get(name) ?? ""])))
  }
  const receive = async (id: string, body: unknown): Promise<void> => {
    if (hasChange(body) && !(await isHandled(id))) await handle(id, body.data)
  }
  const app = express()
  app.post("/agenda-hook", express.raw({ type: "application/json" }), (request, response, next) => {
    try {
      receive(request.get("webhook-id") ?? "", verify(request)).then(() => response.sendStatus(204), next)
    } catch {
      response.sendStatus(400)
    }
  })
  return app
}
