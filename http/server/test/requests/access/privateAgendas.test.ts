import { exportFormatNames } from "@agenda-engine/http/query/exportFormat"
import { expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { TestWorld } from "../../world/TestWorld.js"
import { agendas, type Answer } from "../../world/World.js"

/** What an answer says; its address is in the page itself. */
const said = ({ headers, status, text }: Answer, named: string) => {
  const { connection: _connection, date: _date, "keep-alive": _keepAlive, "content-length": _length, etag: _etag, ...same } = headers
  return { status, headers: same, text: text.replaceAll(named, "{agenda}") }
}

const paths = (event: string) => [
  ...exportFormatNames.map((format) => `/agendas/{agenda}/events.v2.${format}`),
  "/agendas/{agenda}/events.v2.csv?size=x",
  "/agendas/{agenda}/events.ics",
  "/agendas/{agenda}/events",
  "/agendas/{agenda}",
  "/agendas/{agenda}?month=2031-06",
  "/agendas/{agenda}?search=fete&lang=en",
  "/agendas/{agenda}/suggest?q=con",
  `/agendas/{agenda}/events/${event}`,
  `/agendas/{agenda}/events/${event}.ics`,
  `/agendas/{agenda}/events/${event}/aaaaa`,
  "/embed/agendas/{agenda}",
  "/embed/agendas/{agenda}?month=2031-06",
  "/{agenda}",
  `/{agenda}/events/${event}`
]

layer(TestWorld.layer(), { excludeTestServices: true })("a private agenda, without a credential", (it) => {
  it.effect("is answered like none by every route, with the same headers and bytes", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      const made = yield* send(`/v2/agendas/${agendas.private}/events`, {
        method: "POST",
        body: onlineBody,
        headers: credentials.administratorToken
      })
      const event = at(made.body, "event")
      const calls = [{}, { method: "HEAD" }, { headers: { "if-none-match": "*" } }, { headers: { accept: "application/problem+json" } }]
      expect((yield* send("/agendas/private-agenda/events.v2.json", { headers: credentials.administratorKey })).status).toBe(200)
      for (const path of [...paths(String(at(event, "slug"))), ...paths(String(at(event, "uid")))]) {
        for (const [hidden, none] of [["private-agenda", "no-such-agenda"], [String(agendas.private), "987654"]] as const) {
          for (const call of calls) {
            const headers = { ...call.headers, "x-request-id": "same" }
            const one = yield* send(path.replaceAll("{agenda}", hidden), { ...call, headers })
            const other = yield* send(path.replaceAll("{agenda}", none), { ...call, headers })
            expect(said(one, hidden), path).toEqual(said(other, none))
            expect(one.status, path).toBe(404)
          }
        }
      }
    }))

  it.effect("is refused with 403 to a credential without membership", () =>
    Effect.gen(function*() {
      const { credentials, send } = yield* TestWorld
      for (const headers of [credentials.ownerless, credentials.strangerKey, credentials.strangerToken]) {
        for (const format of exportFormatNames) {
          expect((yield* send(`/agendas/${agendas.private}/events.v2.${format}`, { headers })).status).toBe(403)
          expect((yield* send(`/v2/agendas/${agendas.private}/events.${format}`, { headers })).status).toBe(403)
        }
      }
      expect((yield* send(`/agendas/${agendas.private}/events.v2.csv`, { headers: credentials.administratorKey })).status).toBe(200)
    }))
})
