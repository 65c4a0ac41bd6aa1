import type { EventDraft } from "@agenda-engine/core/contract/EventDraft"
import type { RequestListener, Server } from "node:http"
import { createServer } from "node:http"
import type { AgendaEngine } from "../src/createAgendaEngine.js"
import { nodeBridge } from "../src/nodeBridge.js"

/** A complete body of an online event. */
export const body: EventDraft = {
  title: { en: "Concert" },
  description: { en: "On the river" },
  attendanceMode: 2,
  onlineAccessLink: "https://live.example/concert",
  timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
}

/** A listener that gives web requests to a function of a host. */
export const listenerOf = (answer: (request: Request) => Response | Promise<Response>): RequestListener =>
  nodeBridge({ handler: async (request) => answer(request), basePath: "", trustProxy: false, pages: true })

/** Runs a test against a server on a free port of this machine, and closes it. */
export const listening = async (host: RequestListener | Server, test: (origin: string) => Promise<void>): Promise<void> => {
  const server = typeof host === "function" ? createServer(host) : host
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    const address = server.address()
    await test(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** An agenda and a token of its administrator. */
export const agendaIn = async ({ services: { access, agendas, keys, users } }: AgendaEngine) => {
  const { uid: ownerUid } = await users.create({ name: "Ada", email: "ada@example.org" })
  const { uid } = await agendas.create({ title: "Town", ownerUid })
  const { key } = await keys.create({ kind: "secret", ownerUid, agendaUids: null, operations: null, expiresAt: null })
  return { uid, token: (await access.requestToken(key)).accessToken }
}
