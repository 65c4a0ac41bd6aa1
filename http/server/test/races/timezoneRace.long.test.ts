import { EventStore } from "@agenda-engine/core/ports/event/EventStore"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { LocationSets } from "@agenda-engine/core/services/LocationSets"
import * as PostgresStores from "@agenda-engine/postgres/PostgresStores"
import { expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { usePostgres } from "../../../../adapters/postgres/test/usePostgres.js"
import { at } from "../../../test/world/at.js"
import { eventBody, locationBody } from "../../../test/world/bodies.js"
import { agendas, make } from "../world/World.js"

const postgres = usePostgres()

/** Stores that run an effect once, between the next read of an event and the reader's next step. */
const interrupted = (url: Redacted.Redacted) => {
  let between: Effect.Effect<unknown> | null = null
  const stores = Layer.flatMap(PostgresStores.layer({ url }), (found) => {
    const store = Context.get(found, EventStore)
    return Layer.succeedContext(Context.add(found, EventStore, {
      ...store,
      find: (agendaUid, ref) =>
        Effect.tap(store.find(agendaUid, ref), () => {
          const now = between ?? Effect.void
          between = null
          return now
        })
    }))
  })
  return { stores, runOnce: (effect: Effect.Effect<unknown>) => Effect.sync(() => between = effect) }
}

it.scopedLive(
  "an event follows the time zone of its location when another agenda corrects it during the write",
  () =>
    Effect.gen(function*() {
      const { runOnce, stores } = interrupted(yield* postgres.freshSchema)
      const { credentials, send, within } = yield* make(stores)
      yield* within(Effect.gen(function*() {
        const { uid } = yield* Effect.flatMap(LocationSets, (all) => all.create({ title: "Halls" }))
        const all = yield* Agendas
        for (const agenda of [agendas.main, agendas.other]) yield* all.update(agenda, { locationSetUid: uid })
      }))
      const call = (path: string, method: string, body: object, headers = credentials.strangerToken) =>
        Effect.tap(send(path, { method, headers, body }), ({ status, text }) => expect(status, text).toBe(200))
      const locations = `/v2/agendas/${agendas.main}/locations`
      const made = yield* call(locations, "POST", { ...locationBody, timezone: "Europe/Paris" }, credentials.moderatorToken)
      const locationUid = Number(at(made.body, "location", "uid"))
      const events = `/v2/agendas/${agendas.other}/events`
      const created = yield* call(events, "POST", { ...eventBody, locationUid, state: 2 })
      const event = `${events}/${String(at(created.body, "event", "uid"))}`

      const correct = (timezone: string) => call(`${locations}/${locationUid}`, "PATCH", { timezone }, credentials.moderatorToken)
      yield* runOnce(Effect.orDie(correct("Asia/Tokyo")))
      const changed = yield* call(event, "PATCH", { featured: true })
      expect(at(changed.body, "event", "timezone")).toBe("Asia/Tokyo")
      yield* correct("America/Lima")
      const { body } = yield* send(event, { headers: credentials.strangerToken })
      expect([at(body, "event", "timezone"), at(body, "event", "featured")]).toEqual(["America/Lima", true])
    }),
  60_000
)
