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

const hasChange = (body: unknown): body is { readonly data: Change } => typeof body === "object" && body !== null && "data" in body

/** An app that verifies the requests to `/agenda-hook` and handles their changes. */
export const webhookApp = (secret: string, handle: (id: string, change: Change) => Promise<void>) => {
  const webhook = new Webhook(secret)
  const verify = (request: express.Request): unknown => {
    const headerOf = (name: string) => request.get(name) ?? ""
    const names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    return webhook.verify(String(request.body), Object.fromEntries(names.map((name) => [name, headerOf(name)])))
  }
  const app = express()
  app.post("/agenda-hook", express.raw({ type: "application/json" }), (request, response, next) => {
    try {
      const body = verify(request)
      const handled = hasChange(body) ? handle(request.get("webhook-id") ?? "", body.data) : Promise.resolve()
      handled.then(() => response.sendStatus(204), next)
    } catch {
      response.sendStatus(400)
    }
  })
  return app
}
