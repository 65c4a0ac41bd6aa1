import { operator } from "@agenda-engine/core/domain/access/Credential"
import { type Mail, Mailer } from "@agenda-engine/core/ports/Mailer"
import { EventQuery } from "@agenda-engine/core/query/event/EventQuery"
import { authorized } from "@agenda-engine/core/services/Access"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Events } from "@agenda-engine/core/services/Events"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** The additional fields of a hall's agenda. */
interface Hall {
  readonly places?: number
}

/** Mails go through the host's own sender. */
export const hostMailer = (send: (mail: Mail) => Effect.Effect<void>) => Layer.succeed(Mailer, { domain: "host.example", send })

/** Makes the agenda of a hall, and lists the events in it with at least so many places. */
export const largeEvents = (places: number) =>
  Effect.gen(function*() {
    const agendas = yield* Agendas
    const events = yield* Events
    const { uid } = yield* agendas.create({
      title: "Hall",
      schema: { fields: [{ field: "places", fieldType: "integer", label: { en: "Places" } }] }
    })
    const agenda = { _tag: "Uid", uid } as const
    yield* authorized(operator, agenda, "events:write", (authorization) =>
      events.create<Hall>(authorization, {
        title: { en: "Concert" },
        description: { en: "Brass in the hall" },
        attendanceMode: 2,
        onlineAccessLink: "https://live.example/concert",
        timings: [{ begin: "2030-06-21T20:00:00Z", end: "2030-06-21T22:00:00Z" }],
        places: 200
      }))
    const page = yield* authorized(operator, agenda, "events:read", (authorization) =>
      events.list(authorization, EventQuery.make<Hall>({ fields: { places: { gte: places } }, detailed: true })))
    return page.events.map((event) =>
      `${event.title.en}: ${event.places}`
    )
  })
